// Tells others that the event is open here, and shows who else has it open.
import { useQuery } from '@tanstack/react-query'
import { useFormats } from '../../lib/format.ts'
import { useClient, useText } from '../../lib/language.tsx'

/** The server forgets a person after 60 seconds. */
const INTERVAL_MS = 20_000

export function Presence({ id }: { readonly id: number }) {
  const t = useText()
  const client = useClient()
  const { list } = useFormats()
  const { data } = useQuery({
    queryKey: ['presence', id],
    queryFn: ({ signal }) => client.registerPresence('events', id, { signal }),
    refetchInterval: INTERVAL_MS,
    retry: false,
    gcTime: 0,
  })
  const names = (data?.editors ?? []).map(({ name }) => name || t('Somebody'))
  return (
    <p className="presence" role="status">
      {names.length > 0 && (
        <>
          <span className="presence-dot" aria-hidden="true" />
          {t('{names} are editing too', { count: names.length, names: list(names) })}
        </>
      )}
    </p>
  )
}
