// Loads the code of the month when a page shows one. A list does not need it.

export const loadMonth = (): Promise<typeof import('./month-controller.ts')> => import('./month-controller.ts')
