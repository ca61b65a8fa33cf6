// Reports what hostile texts do in a page: scripts that run, dialogs, and refusals of the content security policy.
import type { Page } from 'playwright-core'

export interface ScriptFindings {
  readonly ran: string[]
  readonly violations: string[]
}
/** Must be called before the page is opened. */
export async function watchScripts(page: Page): Promise<ScriptFindings> {
  const [ran, violations]: [string[], string[]] = [[], []]
  await page.exposeFunction('reportRun', (name: string) => ran.push(`${page.url()}: ${name}`))
  await page.exposeFunction('reportViolation', (text: string) => violations.push(`${page.url()}: ${text}`))
  await page.addInitScript(`
    for (const name of ['alert', 'msgbox']) window[name] = () => reportRun(name)
    addEventListener('securitypolicyviolation', (event) => reportViolation(event.effectiveDirective + ' ' + event.blockedURI))
  `)
  page.on('dialog', (dialog) => {
    ran.push(`${page.url()}: ${dialog.type()}`)
    void dialog.dismiss()
  })
  return { ran, violations }
}
