// The help: the shortcuts of the current screen, and those of all other screens.
import { useLocation } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { showFrameDialog } from '../../lib/frame-dialog.ts'
import { useText } from '../../lib/language.tsx'
import { pageSettings } from '../../lib/page-settings.ts'
import { SHORTCUT_GROUPS, type ShortcutGroup } from '../../lib/shortcut-list.ts'
import { areShortcutsOn, switchShortcuts } from '../../lib/shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Switch } from '../../ui/switch.tsx'
import '../../styles/help.css'

const close = (): void => showFrameDialog(null)

export function Help() {
  const t = useText()
  const { pathname } = useLocation()
  const isHere = ({ path }: ShortcutGroup): boolean => path?.test(pathname) === true
  const groups = [...SHORTCUT_GROUPS.filter(isHere), ...SHORTCUT_GROUPS.filter((group) => !isHere(group))]
  return (
    <Dialog
      title={t('Keyboard shortcuts')}
      isOpen
      onClose={close}
      isWide
      footer={
        <>
          <a className="link grow" href={`${pageSettings.base}/docs`} target="_blank" rel="noopener">
            {t('Read the guide')}
          </a>
          <Button variant="primary" onPress={close}>
            {t('Close')}
          </Button>
        </>
      }
    >
      <SingleKeys />
      <div className="shortcut-groups">
        {groups.map((group) => (
          <Group key={group.id} group={group} isHere={isHere(group)} />
        ))}
      </div>
    </Dialog>
  )
}

function SingleKeys() {
  const t = useText()
  const [isOn, setOn] = useState(areShortcutsOn)
  const change = (next: boolean): void => {
    switchShortcuts(next)
    setOn(next)
  }
  return (
    <Switch isSelected={isOn} onChange={change}>
      {t('Shortcuts of single letters')}
    </Switch>
  )
}

function Group({ group, isHere }: { readonly group: ShortcutGroup; readonly isHere: boolean }) {
  const t = useText()
  const id = useId()
  return (
    <section aria-labelledby={id} className={isHere ? 'here' : undefined}>
      <h3 id={id}>
        {group.title(t)} {isHere && <span className="badge good">{t('This screen')}</span>}
      </h3>
      <dl>
        {group.shortcuts.map(({ keys, does }, index) => (
          <div key={index}>
            <dt>{does(t)}</dt>
            <dd>
              {keys.map((together) => (
                <span key={together.join()} dir="ltr">
                  {together.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
