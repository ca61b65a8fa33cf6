// Notices above the form: problems that prevent saving, changes of other people, and a draft that was restored.
import { lazy, Suspense } from 'react'
import { useText } from '../../lib/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { RestoredNote, SignInAgain } from '../draft-notes.tsx'
import { fieldLabel, focusField } from './field-names.ts'
import type { Problems, Saving } from './use-saving.ts'
import type { EventForm } from './use-event-form.ts'

const ConflictDialog = lazy(async () => ({ default: (await import('./conflict-dialog.tsx')).ConflictDialog }))

export function Notices({ form, saving }: { readonly form: EventForm; readonly saving: Saving }) {
  const { conflict } = saving.conflict
  return (
    <>
      <RestoredNote restoredUtc={form.restoredUtc} onDiscard={form.discard} />
      {conflict && <ConflictNote onCompare={() => saving.conflict.compare(true)} />}
      <Suspense>{conflict && <ConflictDialog form={form} saving={saving} conflict={conflict} />}</Suspense>
      <ProblemSummary problems={saving.problems} />
    </>
  )
}

/** The fields that are to be corrected, with links to them. It gets the focus after an attempt to save. */
function ProblemSummary({ problems: { fields, messages, isSignedOut } }: { readonly problems: Problems }) {
  const t = useText()
  const names = Object.keys(fields)
  if (names.length === 0 && messages.length === 0 && !isSignedOut) return null
  return (
    <div className="note problem" id="problems" role="alert" tabIndex={-1}>
      <Icon name="warning" />
      <div>
        {isSignedOut && <SignInAgain />}
        {messages.map((message) => (
          <p key={message}>{message}</p>
        ))}
        {names.length > 0 && (
          <>
            <p>
              <b>{t('{count} things to fix before this can be saved', { count: names.length })}</b>
            </p>
            <ul>
              {names.map((name) => (
                <li key={name}>
                  <a
                    className="link"
                    href={`#field-${name}`}
                    onClick={(event) => {
                      event.preventDefault()
                      focusField(name)
                    }}
                  >
                    {t('{field}: {message}', { field: fieldLabel(name, t), message: fields[name] ?? '' })}
                  </a>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  )
}

/** Stays after the comparison was closed, until the event is saved. */
function ConflictNote({ onCompare }: { readonly onCompare: () => void }) {
  const t = useText()
  return (
    <Note kind="warning">
      <p>{t('Somebody changed this event while you were writing. Nothing that you wrote is lost.')}</p>
      <div className="row">
        <Button size="small" onPress={onCompare}>
          {t('Compare the versions')}
        </Button>
      </div>
    </Note>
  )
}
