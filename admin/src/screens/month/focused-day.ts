// The day that the keyboard is on. One day of the grid takes part in the tab order, and the arrow keys move to others.
import { useNavigate } from '@tanstack/react-router'
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { addDays } from '../../lib/days.ts'
import { useLanguage } from '../../lib/language.tsx'
import { directionOf } from '../../lib/messages.ts'
import { todayOfCalendar } from '../events/event-search.ts'
import { addMonths, monthOf } from './month-days.ts'

export interface FocusedDay {
  readonly day: string
  /** Marks a day that the pointer or the keyboard has reached. */
  readonly setDay: (day: string) => void
  /** Moves the focus to a day. The month changes if the day is not visible, or if the view has to show the month of the day. */
  readonly moveTo: (day: string, isMonthOfDay?: boolean) => void
}
export function useFocusedDay(month: string, days: readonly string[], showMonth: (month: string) => void): FocusedDay {
  const today = todayOfCalendar()
  const [wanted, setWanted] = useState('')
  const awaitedMonth = useRef('')
  const isVisible = days.includes(wanted)
  useLayoutEffect(() => {
    if (awaitedMonth.current !== month || !isVisible) return
    awaitedMonth.current = ''
    focusCell(wanted)
  }, [isVisible, wanted, month])
  const moveTo = (day: string, isMonthOfDay = false): void => {
    setWanted(day)
    if (days.includes(day) && (!isMonthOfDay || monthOf(day) === month)) return focusCell(day)
    awaitedMonth.current = monthOf(day)
    showMonth(monthOf(day))
  }
  return { day: isVisible ? wanted : monthOf(today) === month ? today : `${month}-01`, setDay: setWanted, moveTo }
}
const focusCell = (day: string): void => document.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()

/** The keys of the grid. The arrow keys follow the direction of writing. */
export function useGridKeys({ day, moveTo }: FocusedDay, weeks: readonly (readonly string[])[], mayCreate: boolean) {
  const { language } = useLanguage()
  const navigate = useNavigate()
  const forward = directionOf(language) === 'rtl' ? -1 : 1
  return (event: KeyboardEvent<HTMLElement>): void => {
    const { target, currentTarget, key } = event
    // Events of popovers arrive here too.
    if (!(target instanceof Element) || !currentTarget.contains(target)) return
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const week = weeks.find((each) => each.includes(day)) ?? []
    const keys: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => moveTo(addDays(day, -forward)),
      ArrowRight: () => moveTo(addDays(day, forward)),
      ArrowUp: () => moveTo(addDays(day, -7)),
      ArrowDown: () => moveTo(addDays(day, 7)),
      Home: () => moveTo(week[0] ?? day),
      End: () => moveTo(week.at(-1) ?? day),
      PageUp: () => moveTo(addMonths(day, -1), true),
      PageDown: () => moveTo(addMonths(day, 1), true),
      ...(mayCreate && target.matches('[data-day]') && { Enter: () => void navigate({ to: '/events/new', search: { date: day } }) }),
    }
    const run = keys[key]
    if (run === undefined) return
    event.preventDefault()
    run()
  }
}
