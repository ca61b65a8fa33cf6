// The settings of the server. The operator changes them on the server; this screen shows them.
import { useQuery } from '@tanstack/react-query'
import type { ServerSetting } from '@kalends/client'
import { useState } from 'react'
import { useClient, useText } from '../../lib/language.tsx'
import { Icon } from '../../ui/icon.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Section } from '../account/section.tsx'
import { RunPage } from './run-page.tsx'
import { groupSettings } from './setting-groups.ts'
import { SETTINGS_KEY } from './settings-query.ts'

export function Settings() {
  const t = useText()
  return (
    <RunPage title={t('Settings')} lead={t('They are read only here. The operator changes them on the server and restarts it.')}>
      <SettingList />
    </RunPage>
  )
}

function SettingList() {
  const t = useText()
  const client = useClient()
  const query = useQuery({ queryKey: SETTINGS_KEY, queryFn: ({ signal }) => client.settings({ signal }) })
  const [text, setText] = useState('')
  const [onlyChanged, setOnlyChanged] = useState(false)
  const isShown = ({ name, description, source }: ServerSetting): boolean =>
    `${name} ${description}`.toLowerCase().includes(text.trim().toLowerCase()) && (!onlyChanged || source !== 'default')
  return (
    <>
      <div className="filters" role="group" aria-label={t('Search and filters')}>
        <SearchField label={t('Search the settings')} value={text} onChange={setText} />
        <Switch isSelected={onlyChanged} onChange={setOnlyChanged}>
          {t('Only those that differ from the default')}
        </Switch>
      </div>
      <QueryState query={query}>
        {({ settings }) => {
          const groups = groupSettings(settings, t)
            .map((group) => ({ ...group, settings: group.settings.filter(isShown) }))
            .filter((group) => group.settings.length > 0)
          return groups.length === 0 ? (
            <section className="card empty">
              <h2>{t('No setting matches')}</h2>
              <p>{t('Search for another word, or show all settings.')}</p>
            </section>
          ) : (
            groups.map(({ id, title, settings: shown }) => (
              <Section key={id} title={title}>
                <dl className="settings">
                  {shown.map((setting) => (
                    <SettingRow key={setting.name} setting={setting} />
                  ))}
                </dl>
              </Section>
            ))
          )
        }}
      </QueryState>
    </>
  )
}

function SettingRow({ setting: { name, value, is_secret, source, description } }: { readonly setting: ServerSetting }) {
  const t = useText()
  const places = { environment: t('Set in the environment'), file: t('Set in a file'), default: t('Default') } as const
  return (
    <div className="setting">
      <dt>
        <code className="mono break" dir="ltr">
          {name}
        </code>
        {/* The server describes its settings in English only. */}
        <p className="soft small" lang="en" dir="ltr">
          {description}
        </p>
      </dt>
      <dd>
        {is_secret ? (
          <span className="hidden-value soft">
            <Icon name="lock" small />
            {source === 'default' ? t('Hidden, not set') : t('Hidden')}
          </span>
        ) : value ? (
          <span className="mono break" dir="ltr">
            {value}
          </span>
        ) : (
          <span className="faint">{t('Empty')}</span>
        )}
      </dd>
      <dd>
        <span className={source === 'default' ? 'badge' : 'badge planned'}>{places[source]}</span>
      </dd>
    </div>
  )
}
