// The screens that a person can go to from everywhere. The command palette, the shortcuts after G and the help read this list.
import type { Me } from '@kalends/client'
import type { IconName } from '../ui/icon.tsx'
import type { Translate } from './messages.ts'

type Right = keyof Me['may']
/** The groups of the navigation. */
export type DestinationGroup = 'administration' | 'calendar' | 'library' | 'person'
export interface Destination {
  readonly path: string
  /** The group of the navigation that has a link to the screen. */
  readonly group?: DestinationGroup
  /** Whether the bar of a phone has the link. It has room for three of them. */
  readonly isInBar?: true
  readonly icon: IconName
  readonly name: (t: Translate) => string
  /** The key after G that opens the screen. */
  readonly key?: string
  /** The permission without which the screen is not shown. */
  readonly right?: Right
  /** The settings of a calendar that has a use for the screen. */
  readonly needs?: 'accounts' | 'several languages'
}
export const DESTINATIONS: readonly Destination[] = [
  { path: '/events', group: 'calendar', isInBar: true, icon: 'list', name: (t) => t('Events'), key: 'e' },
  { path: '/events/month', group: 'calendar', isInBar: true, icon: 'calendar', name: (t) => t('Month'), key: 'm' },
  {
    path: '/review',
    group: 'calendar',
    isInBar: true,
    icon: 'inbox',
    name: (t) => t('Review'),
    key: 'r',
    right: 'create',
    needs: 'accounts',
  },
  {
    path: '/translate',
    group: 'calendar',
    icon: 'globe',
    name: (t) => t('Translate'),
    key: 't',
    right: 'create',
    needs: 'several languages',
  },
  { path: '/venues', group: 'library', icon: 'pin', name: (t) => t('Venues') },
  { path: '/organizers', group: 'library', icon: 'building', name: (t) => t('Organizers') },
  { path: '/categories', group: 'library', icon: 'tag', name: (t) => t('Categories and tags') },
  { path: '/tags', icon: 'tag', name: (t) => t('Tags') },
  { path: '/pictures', group: 'library', icon: 'image', name: (t) => t('Pictures') },
  { path: '/imports', group: 'library', icon: 'upload', name: (t) => t('Import'), right: 'edit_others', needs: 'accounts' },
  { path: '/users', group: 'administration', icon: 'people', name: (t) => t('People'), right: 'manage_users' },
  { path: '/webhooks', group: 'administration', icon: 'share', name: (t) => t('Webhooks'), right: 'manage_users' },
  { path: '/settings', group: 'administration', icon: 'settings', name: (t) => t('Settings'), right: 'manage_users' },
  { path: '/doctor', group: 'administration', icon: 'pulse', name: (t) => t('Health check'), right: 'manage_users' },
  { path: '/security-log', group: 'administration', icon: 'lock', name: (t) => t('Security log'), right: 'manage_users' },
  { path: '/account', group: 'person', icon: 'person', name: (t) => t('Your account') },
  { path: '/welcome', icon: 'star', name: (t) => t('First steps'), right: 'manage_users' },
]
/** Screens on which something new is written. */
export const CREATION: Destination = { path: '/events/new', icon: 'plus', name: (t) => t('New event'), right: 'create' }

export const RECORD_KINDS = ['event', 'venue', 'organizer'] as const
export type RecordKind = (typeof RECORD_KINDS)[number]
export const RECORD_ICONS: Readonly<Record<RecordKind, IconName>> = { event: 'calendar', venue: 'pin', organizer: 'building' }
/** The screen of a record. */
export const RECORD_TARGETS: Readonly<Record<RecordKind, (id: number) => { readonly path: string; readonly search?: object }>> = {
  event: (id) => ({ path: `/events/${id}` }),
  venue: (id) => ({ path: `/venues/${id}` }),
  organizer: (id) => ({ path: `/organizers/${id}` }),
}
