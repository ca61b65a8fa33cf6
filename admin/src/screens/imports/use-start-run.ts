// Starts a run and opens its screen.
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ImportSource } from '@kalends/client'
import { useClient, useText } from '../../lib/language.tsx'
import { messageOf } from '../../lib/submission.ts'
import { useReloadSources } from './import-queries.ts'
import { keepFile, keptFile } from './kept-files.ts'

interface StartedRun {
  readonly isDryRun: boolean
  readonly acceptsGone?: boolean
  /** A file that was just chosen. Without it, the one that was chosen before is sent again. */
  readonly file?: File
  /** A file with some rows of the document, which does not take the place of the one that was chosen. */
  readonly part?: File
  /** Changes the settings of the source first. */
  readonly mapping?: Record<string, string>
  /** Whether the screen of the run replaces the one that is shown. */
  readonly isReplacing?: boolean
}
export function useStartRun(source: ImportSource) {
  const t = useText()
  const client = useClient()
  const navigate = useNavigate()
  const reload = useReloadSources()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ isDryRun, acceptsGone = false, file, part, mapping }: StartedRun) => {
      if (file) keepFile(source.id, file)
      if (mapping) await client.sources.update(source.id, { mapping })
      return client.sources.startRun(source.id, part ?? (source.url === null ? keptFile(source.id) : null), {
        dryRun: isDryRun,
        acceptGone: acceptsGone,
      })
    },
    onSuccess: (run, { isReplacing = false }) =>
      navigate({ to: '/imports/$id/runs/$run', params: { id: String(source.id), run: String(run.id) }, replace: isReplacing }),
    onSettled: reload,
  })
  return { start: mutate, isPending, problem: error && messageOf(error, t) }
}
export type RunStart = ReturnType<typeof useStartRun>

/** Whether a run can be started without asking for the file again. */
export const hasDocument = (source: ImportSource): boolean => source.url !== null || keptFile(source.id) !== null
