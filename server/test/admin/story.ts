// An event that two people write at once: its values, and the parts of the editor that compare two versions of it.
import type { Browser, Locator, Page } from 'playwright-core'
import { signInAt, visit, type Visitor } from './visitor.ts'

export const STORY = {
  title: 'Story hour',
  description: '<p>Come and listen.</p>',
  start_date: '2027-02-04 10:30',
  end_date: '2027-02-04 11:15',
}
export async function openEditor(browser: Browser, url: string, login: string): Promise<Visitor> {
  const visitor = await visit(browser, new URL(url).origin, { language: 'en', width: 1440 })
  await signInAt(visitor.page, url, login)
  await isReady(visitor.page)
  return visitor
}
export const isReady = (page: Page): Promise<void> => page.locator('#field-description').waitFor()
export const isSaved = ({ page, t }: Visitor): Promise<void> => page.getByText(t('Saved just now')).waitFor()
/** A value that both changed. */
export const collision = (page: Page, key: string): Locator => page.locator(`[data-field="${key}"]`)
export const side = (page: Page, key: string, value: 'mine' | 'theirs'): Locator =>
  collision(page, key).locator(`label:has(input[value=${value}])`)
