// The icons of public pages as inline SVG.
import { html, trusted, type Markup } from '../../kernel/text/markup.ts'

const PATHS = {
  left: '<path d="M14.5 6 8.5 12l6 6"/>',
  right: '<path d="m9.5 6 6 6-6 6"/>',
  down: '<path d="m6.5 9.5 5.5 5.5 5.5-5.5"/>',
  search: '<circle cx="11" cy="11" r="6.5"/><path d="m16 16 4.5 4.5"/>',
  list: '<path d="M8 6.500h12M8 12h12M8 17.500h12"/><path d="M4 6.500h.01M4 12h.01M4 17.500h.01" stroke-width="2.6"/>',
  calendar: '<rect x="3.5" y="5" width="17" height="15.5" rx="3"/><path d="M3.5 10h17M8 3v4M16 3v4"/>',
  pin: '<path d="M12 21s7-6.2 7-11.500A7 7 0 0 0 5 9.500C5 14.8 12 21 12 21z"/><circle cx="12" cy="9.5" r="2.5"/>',
  globe:
    '<circle cx="12" cy="12" r="8.5"/><path d="M3.5 12h17M12 3.500c2.5 2.3 3.8 5.2 3.8 8.500s-1.3 6.2-3.8 8.500c-2.5-2.3-3.8-5.2-3.8-8.500S9.5 5.8 12 3.500z"/>',
  repeat:
    '<path d="M17 2.5 20.5 6 17 9.5"/><path d="M3.5 11.500V9a3 3 0 0 1 3-3h14M7 21.5 3.5 18 7 14.5"/><path d="M20.5 12.500V15a3 3 0 0 1-3 3h-14"/>',
  info: '<circle cx="12" cy="12" r="8.5"/><path d="M12 11v5"/><path d="M12 8h.01" stroke-width="2"/>',
  clock: '<circle cx="12" cy="12" r="8.5"/><path d="M12 7.500V12l3 2"/>',
  ticket: '<path d="M3.5 9V6.500h17V9a3 3 0 0 0 0 6v2.500h-17V15a3 3 0 0 0 0-6zM14 6.500v11"/>',
  share:
    '<circle cx="6" cy="12" r="2.5"/><circle cx="17.5" cy="6" r="2.5"/><circle cx="17.5" cy="18" r="2.5"/><path d="m8.2 10.8 7-3.600M8.2 13.200l7 3.6"/>',
  phone:
    '<path d="M5.5 4h3l1.8 4.5-2.2 1.700a12 12 0 0 0 5.7 5.700l1.7-2.200L20 15.500v3a1.5 1.5 0 0 1-1.6 1.500A15 15 0 0 1 4 5.6 1.5 1.5 0 0 1 5.5 4z"/>',
  mail: '<rect x="3.5" y="5.5" width="17" height="13" rx="2.5"/><path d="m4.5 7.5 7.5 5.5 7.5-5.5"/>',
  link: '<path d="M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.700L12 7"/><path d="M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.700L12 17"/>',
  star: '<path d="m12 4 2.4 5 5.6.7-4.1 3.8 1 5.5-4.9-2.700L7.1 19l1-5.500L4 9.7 9.6 9z"/>',
  screen: '<rect x="3" y="5" width="18" height="12" rx="2"/><path d="M8.5 20.500h7"/>',
} as const
export type IconName = keyof typeof PATHS

/** Arrows point in the reading direction. */
const MIRRORED: readonly IconName[] = ['left', 'right']

/** `size` is `s` for small and `l` for large. */
export const icon = (name: IconName, size: '' | 's' | 'l' = ''): Markup =>
  html`<svg class="ic${size && ` ${size}`}${MIRRORED.includes(name) && ' turn'}" viewBox="0 0 24 24" aria-hidden="true">${trusted(PATHS[name])}</svg>`
