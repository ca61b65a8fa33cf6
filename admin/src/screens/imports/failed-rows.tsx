// Saves the rows that failed as a file, with the reasons, so that they can be corrected and imported.
import { useMutation } from '@tanstack/react-query'
import type { SourceRun } from '@kalends/client'
import { useClient, useText } from '../../lib/language.tsx'
import { messageOf } from '../../lib/submission.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'

/** The mark at the beginning makes spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'
export function FailedRows({ run, isTable }: { readonly run: SourceRun; readonly isTable: boolean }) {
  const t = useText()
  const client = useClient()
  const download = useMutation({
    mutationFn: () => client.sources.failedRows(run.source, run.id),
    onSuccess: (text) =>
      saveFile(`failed-rows-${run.id}.csv`, new Blob([BYTE_ORDER_MARK, text.replace(/^\ufeff/, '')], { type: 'text/csv' })),
  })
  return (
    <>
      {download.error && <Note kind="problem">{messageOf(download.error, t)}</Note>}
      <Button size="small" icon="file" isPending={download.isPending} onPress={() => download.mutate()}>
        {isTable ? t('Download the rows to fix') : t('Download the reasons')}
      </Button>
    </>
  )
}
function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  URL.revokeObjectURL(url)
}
