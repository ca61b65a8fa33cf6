// Saves the event, and keeps the problems that the server reports until the next attempt.
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { isKalendsError, type Me } from '@kalends/client'
import { useClient, useText } from '../../lib/language.tsx'
import type { Translate } from '../../lib/messages.ts'
import { messageOf } from '../../lib/submission.ts'
import { showToast } from '../../ui/toast.tsx'
import { fieldOf, type FieldErrors } from './field-names.ts'
import { planSave, type SavePlan } from './inputs.ts'
import { editorKey, type LoadedEvent } from './load.ts'
import { loadForEditing, saveProposal } from './proposal.ts'
import { savePlan, type Saved } from './save.ts'
import { appliesToDates } from './applies-to-dates.ts'
import type { ScopeChoice } from './scope-choices.ts'
import type { EventForm } from './use-event-form.ts'
import { useConflict, type ConflictState } from './use-conflict.ts'
import { useUndo } from './use-undo.ts'
import { checkValues } from './validation.ts'
import type { ChosenStatus, EventValues } from './values.ts'

export interface Problems {
  readonly fields: FieldErrors
  /** Messages that belong to no field. */
  readonly messages: readonly string[]
  readonly isSignedOut: boolean
}
/** Values that are saved as soon as it is known which dates of the series they are for. */
interface ScopeQuestion {
  readonly values: EventValues
  readonly plan: SavePlan
}
export interface Saving {
  readonly isPending: boolean
  readonly problems: Problems
  readonly conflict: ConflictState
  readonly savedAt: number | null
  /** Saves with the chosen status, or with another one. A proposal is sent to the editors with `pending`. */
  readonly save: (status?: ChosenStatus) => void
  /** Set while the person is asked which dates to change. */
  readonly question: ScopeQuestion | null
  /** Saves for the chosen dates, or not at all. */
  readonly answer: (choice: ScopeChoice | null) => void
}
const NO_PROBLEMS: Problems = { fields: {}, messages: [], isSignedOut: false }

interface SavingOptions {
  readonly form: EventForm
  readonly me: Me
  readonly loaded: LoadedEvent | null
  readonly original: string
  /** The note to the editors, if the changes are a proposal. */
  readonly note: string
  /** Why the event cannot be saved now, such as an upload that has not finished. */
  readonly obstacle: string | null
}
export function useSaving({ form, me, loaded, original, note, obstacle }: SavingOptions): Saving {
  const t = useText()
  const client = useClient()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const offerUndo = useUndo()
  const conflict = useConflict(form, me)
  const [problems, setProblems] = useState(NO_PROBLEMS)
  const [savedAt, setSavedAt] = useState<number | null>(null)
  const [isPending, setPending] = useState(false)
  const [question, setQuestion] = useState<ScopeQuestion | null>(null)
  const isRunning = useRef(false)
  const id = loaded?.record.id ?? null

  const reload = async (saved: Pick<Saved, 'id' | 'etag'>, sent: EventValues): Promise<void> => {
    const next = await loadForEditing(client, saved.id, { languages: Object.keys(sent.texts), me }).catch(
      () => loaded && { ...loaded, etag: saved.etag, values: sent },
    )
    if (next) queries.setQueryData(editorKey(saved.id), next)
    void queries.invalidateQueries({ queryKey: ['events'] })
  }
  const propose = async (stored: LoadedEvent, values: EventValues, isSubmitted: boolean): Promise<void> => {
    await saveProposal(client, { loaded: stored, values, note: isSubmitted ? note : null })
    conflict.clear()
    form.confirm(values)
    await reload({ id: stored.record.id, etag: stored.etag }, values)
    setSavedAt(Date.now())
    showToast({ text: isSubmitted ? t('Sent for review.') : t('Your changes are saved. Visitors do not see them yet.') })
  }
  const send = async ({ values, plan }: ScopeQuestion, choice: ScopeChoice | null): Promise<void> => {
    const saved = await savePlan(client, choice ?? { id, etag: loaded?.etag ?? null }, choice?.plan ?? plan)
    conflict.clear()
    form.confirm(values)
    // A date stays open, although its series is the answer. Later dates of a series continue as a new one, which is opened.
    const shown = id !== null && loaded?.record.series !== null ? id : saved.id
    await reload({ ...saved, id: shown }, values)
    setSavedAt(Date.now())
    offerUndo({ ...saved, id: shown, ...(id !== null && { before: id }) }, savedText(values, t))
    if (shown === id) return
    await navigate({ to: '/events/$id', params: { id: String(shown) }, replace: true })
    document.getElementById('save')?.focus()
  }
  const fail = async (reason: unknown, values: EventValues): Promise<void> => {
    try {
      if (id === null || !isKalendsError(reason, 'rest_precondition_failed', 'outcome_unknown')) throw reason
      await conflict.combine(id, values)
    } catch (error) {
      setProblems(problemsOf(error, t))
      focusSummary()
    }
  }
  const run = (sent: Promise<void>, values: EventValues): void => {
    isRunning.current = true
    setPending(true)
    sent
      .catch((error: unknown) => fail(error, values))
      .finally(() => {
        isRunning.current = false
        setPending(false)
        setQuestion(null)
      })
  }
  const save = (status?: ChosenStatus): void => {
    if (isRunning.current) return
    if (obstacle !== null) return showToast({ text: obstacle })
    if (conflict.mustCompare()) return conflict.compare(true)
    const proposal = loaded?.proposal ?? null
    const isChosen = status !== undefined && proposal === null
    const values = isChosen ? { ...form.values, shared: { ...form.values.shared, status } } : form.values
    if (isChosen) form.setShared({ status })
    const hasNewPicture = values.shared.image !== null && values.shared.image.id !== form.base.shared.image?.id
    const fields = checkValues(values, { original, hasNewPicture, t })
    setProblems({ ...NO_PROBLEMS, fields })
    conflict.compare(false)
    if (Object.keys(fields).length > 0) return focusSummary()
    if (loaded !== null && proposal !== null) return run(propose(loaded, values, status === 'pending'), values)
    const plan = planSave(loaded === null ? null : form.base, values, { original, nowUtc: new Date().toISOString() })
    if (plan.writes.length === 0 && plan.before.length === 0) {
      conflict.clear()
      return showToast({ text: t('Everything is saved already.') })
    }
    if (loaded !== null && appliesToDates(loaded.record, plan)) return setQuestion({ values, plan })
    run(send({ values, plan }, null), values)
  }
  const answer = (choice: ScopeChoice | null): void => {
    if (choice === null) setQuestion(null)
    else if (question !== null && !isRunning.current) run(send(question, choice), question.values)
  }
  return { isPending, problems, conflict, savedAt, save, question, answer }
}

function savedText({ shared: { status, publish_at } }: EventValues, t: Translate): string {
  if (status === 'publish') return publish_at === null ? t('Published.') : t('Scheduled.')
  return { private: t('Saved. Only your team can see it.'), pending: t('Sent for review.'), draft: t('Saved as a draft.') }[status]
}

function problemsOf(error: unknown, t: Translate): Problems {
  if (!isKalendsError(error)) return { ...NO_PROBLEMS, messages: [messageOf(error, t)] }
  if (error.status === 401) return { ...NO_PROBLEMS, isSignedOut: true }
  if (isKalendsError(error, 'rest_slug_taken')) return { ...NO_PROBLEMS, fields: { slug: error.message } }
  const details = Object.entries(error.details).map(([input, { message }]) => ({ field: fieldOf(input), message }))
  const fields = Object.fromEntries(details.flatMap(({ field, message }) => (field === null ? [] : [[field, message]])))
  const others = details.filter(({ field }) => field === null).map(({ message }) => message)
  return { ...NO_PROBLEMS, fields, messages: details.length === 0 ? [messageOf(error, t)] : others }
}

/** The summary is rendered before the next frame. */
const focusSummary = (): void => void requestAnimationFrame(() => document.getElementById('problems')?.focus())
