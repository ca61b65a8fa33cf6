// Saves a translation, leads to the next record of the work list, and keeps the problems that the server reports until the next attempt.
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { isKalendsError, type Me } from '@kalends/client'
import { useClient, useLanguage, useText } from '../../lib/language.tsx'
import { languageNameIn, type Translate } from '../../lib/messages.ts'
import { messageOf } from '../../lib/submission.ts'
import { showToast } from '../../ui/toast.tsx'
import { useUndo } from '../editor/use-undo.ts'
import { EVENTS_KEY } from '../events/event-queries.ts'
import type { LoadedTranslation } from './load-translation.ts'
import { saveTranslation } from './save-translation.ts'
import { changedTexts, type TranslationForm } from './use-translation-form.ts'
import { findNext, type Work } from './work-queries.ts'

export interface TranslationProblems {
  /** Messages by the name of the field. */
  readonly fields: Readonly<Record<string, string>>
  /** A message that belongs to no field. */
  readonly message: string | null
  readonly isSignedOut: boolean
  /** Whether somebody else has changed the record meanwhile. */
  readonly isConflict: boolean
}
const NO_PROBLEMS: TranslationProblems = { fields: {}, message: null, isSignedOut: false, isConflict: false }

export interface TranslationSaving {
  readonly isPending: boolean
  readonly problems: TranslationProblems
  readonly save: () => void
  readonly saveAndNext: () => void
  /** Opens the next record without saving. The texts that were typed stay on this device. */
  readonly skip: () => void
}
interface SavingOptions {
  readonly form: TranslationForm
  readonly loaded: LoadedTranslation
  readonly work: Work
  readonly me: Me
}
export function useTranslationSaving({ form, loaded, work, me }: SavingOptions): TranslationSaving {
  const t = useText()
  const client = useClient()
  const queries = useQueryClient()
  const openNext = useOpenNext(work)
  const announce = useAnnouncement(loaded, work.language)
  const [problems, setProblems] = useState(NO_PROBLEMS)
  const [isPending, setPending] = useState(false)
  const isRunning = useRef(false)

  const send = async (): Promise<void> => {
    const { base, values } = form
    const changeId = await saveTranslation(client, { loaded, language: work.language, base, values })
    form.accept(values)
    announce(changedTexts(base, values).length > 0 ? changeId : undefined)
    await queries.invalidateQueries({ queryKey: EVENTS_KEY })
  }
  const refused = async (error: unknown): Promise<void> => {
    setProblems(problemsOf(error, t))
    // The stored version is combined with what was typed.
    if (isConflict(error)) await queries.invalidateQueries({ queryKey: EVENTS_KEY })
    requestAnimationFrame(() => document.getElementById('problems')?.focus())
  }
  const run = (task: () => Promise<void>): void => {
    if (isRunning.current) return
    isRunning.current = true
    setPending(true)
    setProblems(NO_PROBLEMS)
    task()
      .catch(refused)
      .finally(() => {
        isRunning.current = false
        setPending(false)
      })
  }
  const next = async (isSaved: boolean): Promise<void> => {
    // A record that is saved is no longer in the list, so its neighbor is looked up before.
    const id = await findNext(client, work, me, loaded.record.id)
    if (isSaved && form.isDirty) await send()
    await openNext(id)
  }
  return {
    isPending,
    problems,
    save: () => (form.isDirty ? run(send) : showToast({ text: t('Everything is saved already.') })),
    saveAndNext: () => run(() => next(true)),
    skip: () => run(() => next(false)),
  }
}

/** Opens a record of the work list, or the list itself if there is none. */
function useOpenNext({ kind, filter, language }: Work): (id: number | null) => Promise<void> {
  const t = useText()
  const navigate = useNavigate()
  return async (id) => {
    const search = { ...filter, language }
    if (id !== null) return navigate({ to: '/translate/$kind/$id', params: { kind, id: String(id) }, search })
    showToast({ text: t('Nothing else is left in this list.') })
    await navigate({ to: '/translate', search: { ...search, ...(kind !== 'events' && { kind }) } })
  }
}

/** Returns a function that tells that the translation is saved. A confirmation alone cannot be undone. */
function useAnnouncement({ record, title }: LoadedTranslation, target: string): (changeId: string | undefined) => void {
  const { t, language } = useLanguage()
  const offerUndo = useUndo()
  return (changeId) =>
    offerUndo({ id: record.id, changeId }, t('“{title}” is saved in {language}.', { title, language: languageNameIn(target, language) }))
}

const isConflict = (error: unknown): boolean => isKalendsError(error, 'rest_precondition_failed', 'outcome_unknown')

function problemsOf(error: unknown, t: Translate): TranslationProblems {
  if (isConflict(error)) return { ...NO_PROBLEMS, isConflict: true }
  if (!isKalendsError(error)) return { ...NO_PROBLEMS, message: messageOf(error, t) }
  if (error.status === 401) return { ...NO_PROBLEMS, isSignedOut: true }
  const fields = Object.fromEntries(Object.entries(error.details).map(([name, { message }]) => [name, message]))
  const { confirm_translation: unconfirmed, ...others } = fields
  const isKnown = Object.keys(fields).length > 0
  return { ...NO_PROBLEMS, fields: others, message: isKnown ? (unconfirmed ?? null) : messageOf(error, t) }
}
