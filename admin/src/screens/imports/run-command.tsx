// A button that stops or undoes a run, and says why if that failed.
import { useMutation } from '@tanstack/react-query'
import type { SourceRun } from '@kalends/client'
import { useClient, useText } from '../../lib/language.tsx'
import { messageOf } from '../../lib/submission.ts'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { useReloadSources } from './import-queries.ts'

interface RunCommandProps extends Pick<ButtonProps, 'icon' | 'size' | 'children'> {
  readonly run: SourceRun
  readonly command: 'cancel' | 'undo'
}
export function RunCommand({ run, command, ...look }: RunCommandProps) {
  const t = useText()
  const client = useClient()
  const reload = useReloadSources()
  const { mutate, isPending, error } = useMutation({ mutationFn: () => client.sources[command](run.source, run.id), onSettled: reload })
  return (
    <>
      {error && <Note kind="problem">{messageOf(error, t)}</Note>}
      <Button {...look} isPending={isPending} onPress={() => mutate()} />
    </>
  )
}
