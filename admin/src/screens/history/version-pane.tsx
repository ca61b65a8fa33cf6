// The reading pane: what a version changed, and the buttons that restore it or undo its change.
import type { HistoryEntry, Me } from '@kalends/client'
import { wallOfReader } from '../../lib/days.ts'
import { useFormats } from '../../lib/format.ts'
import { useText } from '../../lib/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { authorName, shownChanges } from './describe-entry.ts'
import { Differences } from './differences.tsx'
import { useVersionActions } from './use-version-actions.ts'

/** The heading gets the focus when a version is chosen. */
export const PANE_HEADING = 'version-title'

interface VersionPaneProps {
  readonly id: number
  readonly entry: HistoryEntry
  readonly newest: number
  readonly total: number
  readonly me: Me
  readonly etag: string | undefined
  readonly onDone: () => void
}
export function VersionPane({ id, entry, newest, total, me, etag, onDone }: VersionPaneProps) {
  const t = useText()
  const { wallDay, wallTime } = useFormats()
  const actions = useVersionActions({ id, etag, onDone })
  const at = wallOfReader(entry.at)
  const thisYear = wallOfReader(new Date().toISOString()).slice(0, 4)
  const changes = shownChanges(entry)
  const isNewest = entry.version === newest
  return (
    <>
      <header className="version-bar">
        <div className="grow">
          <h2 id={PANE_HEADING} tabIndex={-1}>
            {t('{day}, {time}', { day: wallDay(at, thisYear), time: wallTime(at) })}
          </h2>
          <p className="small soft">
            {t('{name}, version {version} of {newest}', { name: authorName(entry, me, t), version: entry.version, newest })}
          </p>
        </div>
        {/* Creating the event is undone by moving it to the trash, which the editor offers. */}
        {entry.change_id !== null && entry.action !== 'create' && (
          <Button name="undo" icon="undo" isPending={actions.pending === 'undo'} onPress={() => actions.undo(entry)}>
            {t('Undo this change')}
          </Button>
        )}
        {!isNewest && (
          <Button
            name="restore"
            variant="primary"
            icon="history"
            isPending={actions.pending === 'restore'}
            onPress={() => actions.restore(entry)}
          >
            {t('Restore this version')}
          </Button>
        )}
      </header>
      <div className="version-content">
        {actions.error !== null && <Note kind="problem">{actions.error}</Note>}
        {total === 1 && <p className="soft">{t('The event has not been changed since it was written.')}</p>}
        {changes.length > 0 ? (
          <>
            <p>
              <span className="badge">{t('{count} fields changed', { count: changes.length })}</span>
            </p>
            <Differences changes={changes} />
          </>
        ) : (
          <p className="soft">{t('No field changed that you can see.')}</p>
        )}
        {!isNewest && (
          <p className="note">
            <Icon name="info" />
            <span>{t('Restoring makes a new version with this content. Nothing is lost: the current version stays in this list.')}</span>
          </p>
        )}
      </div>
    </>
  )
}
