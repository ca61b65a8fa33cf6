// All shortcuts by screen, for the help. Each screen handles its own keys.
import { DESTINATIONS } from './destinations.ts'
import { ALT, CONTROL } from './key-names.ts'
import type { Translate } from './messages.ts'
import { pageSettings } from './page-settings.ts'

interface Shortcut {
  /** Keys that are pressed together, or one after the other. Several ways to do the same are separate lists. */
  readonly keys: readonly (readonly string[])[]
  readonly does: (t: Translate) => string
}
export interface ShortcutGroup {
  readonly id: string
  readonly title: (t: Translate) => string
  /** The addresses of the screens that have these shortcuts. Without it, all screens have them. */
  readonly path?: RegExp
  readonly shortcuts: readonly Shortcut[]
}

export const SHORTCUT_GROUPS: readonly ShortcutGroup[] = [
  {
    id: 'everywhere',
    title: (t) => t('Everywhere'),
    shortcuts: [
      { keys: [[CONTROL, 'K']], does: (t) => t('Search or jump to anything') },
      { keys: [['N']], does: (t) => t('New event') },
      { keys: [['/']], does: (t) => t('Search') },
      ...DESTINATIONS.flatMap(({ key, name }) => (key === undefined ? [] : [{ keys: [['G', key.toUpperCase()]], does: name }])),
      { keys: [['?']], does: (t) => t('Show the keyboard shortcuts') },
      { keys: [['Esc']], does: (t) => t('Close a dialog without a change') },
    ],
  },
  {
    id: 'list',
    title: (t) => t('List of events'),
    path: /^\/events$/,
    shortcuts: [
      { keys: [['↑'], ['↓'], ['J'], ['K']], does: (t) => t('Move to another event') },
      { keys: [['X']], does: (t) => t('Select the event') },
      { keys: [['Shift', '↓']], does: (t) => t('Select more events') },
      { keys: [['Enter'], ['E']], does: (t) => t('Open the event') },
      { keys: [['D']], does: (t) => t('Duplicate the event') },
      { keys: [['#']], does: (t) => t('Move the event to the trash') },
    ],
  },
  {
    id: 'month',
    title: (t) => t('Month'),
    path: /^\/events\/month$/,
    shortcuts: [
      { keys: [['←'], ['→'], ['↑'], ['↓']], does: (t) => t('Move to another day') },
      { keys: [['Page ↑'], ['Page ↓']], does: (t) => t('Show another month') },
      { keys: [['T']], does: (t) => t('Show today') },
      { keys: [['Enter']], does: (t) => t('New event on the day') },
    ],
  },
  {
    id: 'editor',
    title: (t) => t('Editing an event'),
    path: /^\/events\/(new|\d+)$/,
    shortcuts: [
      { keys: [[CONTROL, 'S']], does: (t) => t('Save the event') },
      { keys: [[ALT, `1…${pageSettings.languages.length}`]], does: (t) => t('Write in another language') },
    ],
  },
]
