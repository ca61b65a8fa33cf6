// Moves events of a month view to other days, by pointer and by keyboard.
import { useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { Me } from '@kalends/client'
import { addDays, daysBetween, type EventTimes } from '../../lib/days.ts'
import { useLanguage } from '../../lib/language.tsx'
import { directionOf } from '../../lib/messages.ts'
import { pageSettings } from '../../lib/page-settings.ts'
import { EVENTS_KEY } from '../events/event-queries.ts'
import { runBatch } from '../events/event-writes.ts'
import { useEventChange } from '../events/use-event-actions.ts'
import { useDayName } from './day-name.ts'
import type { MonthEvent, MonthEvents } from './month-queries.ts'

interface Moving {
  readonly event: MonthEvent
  /** The day by which the event is held. */
  readonly from: string
  readonly to: string
  readonly input: 'keyboard' | 'pointer'
}
export interface MonthMove {
  readonly moving: Moving | null
  readonly mayMove: (event: MonthEvent) => boolean
  /** Begins a move by keyboard: the arrow keys choose the day, Enter drops the event, and Escape puts it back. */
  readonly begin: (event: MonthEvent, day: string) => void
  readonly onPointerDown: (event: MonthEvent, pointer: PointerEvent<HTMLElement>) => void
  readonly onKeyDownCapture: (key: KeyboardEvent<HTMLElement>) => void
}
const MonthMoveContext = createContext<MonthMove | null>(null)
export const MonthMoveProvider = MonthMoveContext.Provider
export const useMonthMoveContext = (): MonthMove | null => useContext(MonthMoveContext)

/** The pointer moves this far before a press becomes a drag. */
const DRAG_START_PX = 4
const dayAt = (x: number, y: number): string | null =>
  document
    .elementsFromPoint(x, y)
    .map((element) => (element instanceof HTMLElement ? element.dataset['day'] : undefined))
    .find((day) => day !== undefined) ?? null

export function useMonthMove(days: readonly string[], me: Me | undefined): MonthMove {
  const { language } = useLanguage()
  const [moving, setMoving] = useState<Moving | null>(null)
  const sendMove = useSendMove()
  const forward = directionOf(language) === 'rtl' ? -1 : 1
  const drop = ({ event, from, to, input }: Moving): void => {
    setMoving(null)
    if (from !== to) sendMove(event, daysBetween(from, to), input === 'keyboard')
  }
  const onPointerDown = useDrag(setMoving, drop)
  const onKeyDownCapture = (pressed: KeyboardEvent<HTMLElement>): void => {
    if (moving?.input !== 'keyboard') return
    const aim = (step: number): void => {
      const to = addDays(moving.to, step)
      if (days.includes(to)) setMoving({ ...moving, to })
    }
    const keys: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => aim(-forward),
      ArrowRight: () => aim(forward),
      ArrowUp: () => aim(-7),
      ArrowDown: () => aim(7),
      Enter: () => drop(moving),
      Escape: () => setMoving(null),
      Tab: () => setMoving(null),
    }
    pressed.preventDefault()
    pressed.stopPropagation()
    keys[pressed.key]?.()
  }
  return {
    moving,
    mayMove: ({ author }) => me !== undefined && (!pageSettings.authentication || me.may.edit_others || author === me.id),
    begin: (event, day) => setMoving({ event, from: day, to: day, input: 'keyboard' }),
    onPointerDown,
    onKeyDownCapture,
  }
}

/** Returns the handler that begins a drag. Escape puts the event back. The click that ends a drag does not follow the link. */
function useDrag(setMoving: (moving: Moving | null) => void, drop: (moving: Moving) => void): MonthMove['onPointerDown'] {
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])
  return (event, { pointerType, button, clientX, clientY }) => {
    const from = dayAt(clientX, clientY)
    if (pointerType === 'touch' || button !== 0 || from === null) return
    let moving: Moving | null = null
    const move = (pointer: globalThis.PointerEvent): void => {
      if (moving === null && Math.hypot(pointer.clientX - clientX, pointer.clientY - clientY) < DRAG_START_PX) return
      moving = { event, from, to: dayAt(pointer.clientX, pointer.clientY) ?? moving?.to ?? from, input: 'pointer' }
      setMoving(moving)
    }
    const end = (): void => {
      stop.current?.()
      if (moving === null) return
      const preventClick = (click: MouseEvent): void => click.preventDefault()
      addEventListener('click', preventClick, { capture: true, once: true })
      // The browser sends the click before timers run, if it sends one.
      setTimeout(() => removeEventListener('click', preventClick, { capture: true }))
      drop(moving)
    }
    const cancel = (key?: globalThis.KeyboardEvent | globalThis.PointerEvent): void => {
      if (key instanceof globalThis.KeyboardEvent && key.key !== 'Escape') return
      stop.current?.()
      setMoving(null)
    }
    const listeners = new AbortController()
    stop.current = () => listeners.abort()
    const { signal } = listeners
    addEventListener('pointermove', move, { signal })
    addEventListener('pointerup', end, { signal })
    addEventListener('pointercancel', cancel, { signal })
    addEventListener('keydown', cancel, { signal })
  }
}

const shifted = ({ start_date, end_date }: EventTimes, days: number) => {
  const shift = (time: string): string => addDays(time.slice(0, 10), days) + time.slice(10)
  return { start_date: shift(start_date), ...(end_date !== null && { end_date: shift(end_date) }) }
}
/** Shows the event on its new day at once, and sends the change. */
function useSendMove(): (event: MonthEvent, days: number, isFocused: boolean) => void {
  const { client, t } = useLanguage()
  const queries = useQueryClient()
  const nameOf = useDayName()
  const { run } = useEventChange()
  const [focusedId, focusEvent] = useState<number | null>(null)
  useLayoutEffect(() => {
    if (focusedId === null) return
    document.querySelector<HTMLElement>(`[data-event="${focusedId}"]`)?.focus()
    focusEvent(null)
  }, [focusedId])
  return (event, days, isFocused) => {
    const times = shifted(event, days)
    queries.setQueriesData<MonthEvents>(
      { queryKey: [...EVENTS_KEY, 'month'] },
      (before) => before && { ...before, events: before.events.map((each) => (each.id === event.id ? { ...each, ...times } : each)) },
    )
    if (isFocused) focusEvent(event.id)
    void run(
      () => runBatch(client, [{ id: 'move', method: 'PATCH', path: `/events/${event.id}`, body: times }]),
      () => t('“{title}” moved to {day}.', { title: event.title, day: nameOf(times.start_date.slice(0, 10)) }),
    )
  }
}
