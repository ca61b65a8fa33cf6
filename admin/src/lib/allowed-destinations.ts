// The screens that a person may open in this calendar.
import type { Me } from '@kalends/client'
import type { Destination } from './destinations.ts'
import { pageSettings } from './page-settings.ts'

const isNeeded = ({ needs }: Destination): boolean =>
  needs === 'accounts' ? pageSettings.authentication : needs !== 'several languages' || pageSettings.languages.length > 1

export const isAllowed =
  (me: Me) =>
  (destination: Destination): boolean =>
    isNeeded(destination) && (destination.right === undefined || me.may[destination.right])
