// The first step: name, languages and time zone of the calendar. The operator sets them, so the step shows the lines to set.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient, useLanguage, useText } from '../../lib/language.tsx'
import { languageName, languageNameIn } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, TextField } from '../../ui/fields.tsx'
import { Note } from '../../ui/note.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Select } from '../../ui/select.tsx'
import { TimeZoneField, zoneName } from '../../ui/time-zone-field.tsx'
import { CopyLines } from './copy-lines.tsx'
import { calendarSettingsOf, settingLines, type CalendarSettings } from './setting-lines.ts'

/** The languages into which the screens and the messages of the server are translated. */
const OFFERED = ['ar', 'en', 'fr', 'pt-pt', 'sw']

interface CalendarStepProps {
  /** The choice of the person, if the step was shown before. */
  readonly chosen: CalendarSettings | null
  readonly onChoose: (settings: CalendarSettings) => void
  readonly onNext: () => void
}
export function CalendarStep({ chosen, ...props }: CalendarStepProps) {
  const client = useClient()
  const query = useQuery({ queryKey: ['settings'], queryFn: ({ signal }) => client.settings({ signal }) })
  return (
    <QueryState query={query}>
      {({ settings }) => {
        const current = calendarSettingsOf(settings)
        return <CalendarForm current={current} chosen={chosen ?? current} {...props} />
      }}
    </QueryState>
  )
}

interface CalendarFormProps extends CalendarStepProps {
  readonly current: CalendarSettings
  readonly chosen: CalendarSettings
}
function CalendarForm({ current, chosen, onChoose, onNext }: CalendarFormProps) {
  const { t, language } = useLanguage()
  const set = (changes: Partial<CalendarSettings>): void => onChoose({ ...chosen, ...changes })
  const lines = settingLines(current, chosen)
  return (
    <div className="stack">
      <TextField
        name="calendar_name"
        label={t('Name of the calendar')}
        hint={t('People see it in their calendar apps and above these screens.')}
        value={chosen.name}
        onChange={(name) => set({ name })}
      />
      <Languages chosen={chosen} onChange={set} />
      <Select
        label={t('First language')}
        name="default_language"
        value={chosen.defaultLanguage}
        options={chosen.languages.map((each) => ({ id: each, label: languageNameIn(each, language) }))}
        onChange={(defaultLanguage) => set({ defaultLanguage })}
      />
      <TimeZone zone={chosen.timeZone} onChange={(timeZone) => set({ timeZone })} />
      {lines.length === 0 ? (
        <Note kind="good">{t('The calendar has these settings already. Nothing has to be changed.')}</Note>
      ) : (
        <Note kind="information">
          <p>{t('Settings are changed on the server. Put these lines into its settings file, then restart the server:')}</p>
          <CopyLines lines={lines} />
          {chosen.timeZone !== current.timeZone && (
            <p>{t('After a new time zone, also run “{command}” on the server once.', { command: 'kalends rebuild' })}</p>
          )}
        </Note>
      )}
      <div className="row">
        <Button variant="primary" onPress={onNext}>
          {t('Continue')}
        </Button>
      </div>
    </div>
  )
}

interface LanguagesProps {
  readonly chosen: CalendarSettings
  readonly onChange: (changes: Partial<CalendarSettings>) => void
}
/** One language always stays chosen, and the first language is one of them. */
function Languages({ chosen: { languages, defaultLanguage }, onChange }: LanguagesProps) {
  const t = useText()
  const [offered] = useState([...languages, ...OFFERED.filter((each) => !languages.includes(each))])
  const choose = (language: string, isChosen: boolean): void => {
    const next = offered.filter((each) => (each === language ? isChosen : languages.includes(each)))
    const [first] = next
    if (first !== undefined) onChange({ languages: next, defaultLanguage: next.includes(defaultLanguage) ? defaultLanguage : first })
  }
  return (
    <fieldset className="welcome-languages">
      <legend className="label">{t('Languages of the events')}</legend>
      <div className="row">
        {offered.map((each) => (
          <Checkbox
            key={each}
            isSelected={languages.includes(each)}
            isDisabled={languages.length === 1 && languages.includes(each)}
            onChange={(isChosen) => choose(each, isChosen)}
          >
            <span lang={each}>{languageName(each)}</span>
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}

function TimeZone({ zone, onChange }: { readonly zone: string; readonly onChange: (zone: string) => void }) {
  const t = useText()
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <div className="stack">
      <TimeZoneField zone={zone} onChange={onChange} />
      {own !== zone && (
        <div className="row">
          <Button size="small" onPress={() => onChange(own)}>
            {t('Use {zone}, as on this device', { zone: zoneName(own) })}
          </Button>
        </div>
      )}
    </div>
  )
}
