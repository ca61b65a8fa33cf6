// Whether an administrator is led through the first steps of an empty calendar.
import type { Me } from '@kalends/client'

const STORED = 'kalends-first-steps'
export const skipFirstSteps = (): void => localStorage.setItem(STORED, 'skipped')

/** The first event ends the first steps for everybody. Until then, a person can skip them on this device. */
export const hasFirstSteps = (me: Me | undefined, isEmpty: boolean): boolean =>
  isEmpty && me?.may.manage_users === true && localStorage.getItem(STORED) === null
