// The screens that the command palette of the admin offers.

interface Screen {
  readonly path: string
  readonly right?: string
  readonly name: (t: (english: string) => string) => string
}
// The types of the admin need compiler settings of their own, so the module is imported by its address.
const module = (await import(new URL('../../../admin/src/lib/destinations.ts', import.meta.url).href)) as {
  readonly DESTINATIONS: readonly Screen[]
  readonly CREATION: Screen
}
export const ALL_SCREENS: readonly Screen[] = [...module.DESTINATIONS, module.CREATION]
