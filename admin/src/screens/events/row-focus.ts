// Finds rows of the list in the page, and moves the focus to them.

/** The row that an element of the page belongs to. */
export const rowOf = (target: EventTarget): number | undefined => {
  const row = target instanceof Element ? target.closest('[role="row"][data-key]') : null
  return row === null ? undefined : Number(row.getAttribute('data-key'))
}

/** Waits until a menu that was open has closed and returned the focus, and until the rows that leave have left. */
const CLOSING_MS = 60
/** A new row is in the page after the list has measured it. */
const TRIES = 10
export function focusRow(id: number | undefined, tries = TRIES): void {
  if (id === undefined || tries === 0) return
  setTimeout(() => {
    const row = document.querySelector<HTMLElement>(`[role="row"][data-key="${id}"]`)
    if (row === null) focusRow(id, tries - 1)
    else row.focus()
  }, CLOSING_MS)
}
