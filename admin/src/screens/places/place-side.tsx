// Beside the form of a venue or an organizer: the people who can see it, its events, and the trash.
import { Link, useNavigate } from '@tanstack/react-router'
import type { Me } from '@kalends/client'
import { useClient, useText } from '../../lib/language.tsx'
import { placesPath } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { useLibraryChange } from '../library/use-library-change.ts'
import type { LoadedPlace } from './place-form.ts'
import type { PlaceKind } from './place-kinds.ts'
import { useUpcomingEvents } from './place-queries.ts'
import type { PlaceForm } from './use-place-form.ts'

interface PlaceSideProps {
  readonly kind: PlaceKind
  readonly form: PlaceForm
  readonly me: Me
  readonly loaded: LoadedPlace | null
  readonly mayChange: boolean
}
export function PlaceSide({ kind, form, me, loaded, mayChange }: PlaceSideProps) {
  const t = useText()
  const { status = 'draft' } = form.values.shared
  const options = [
    { id: 'publish', label: t('Everyone') },
    { id: 'private', label: t('Only your team') },
    { id: 'pending', label: t('Editors, for review') },
    { id: 'draft', label: t('Nobody yet: a draft') },
    { id: 'future', label: t('Scheduled') },
    { id: 'trash', label: t('Trash') },
  ].filter(({ id }) => id === status || id === 'pending' || id === 'draft' || (me.may.publish && ['publish', 'private'].includes(id)))
  return (
    <div className="editor-side">
      <section className="side-card" aria-label={t('Status')}>
        <Select
          name="status"
          label={t('Who can see it')}
          value={status}
          options={options}
          isDisabled={!mayChange}
          onChange={(next) => form.setShared('status', next)}
        />
      </section>
      {loaded && <PlaceEvents kind={kind} id={loaded.id} />}
      {loaded && mayChange && !loaded.isTrashed && (
        <TrashButton kind={kind} loaded={loaded} name={form.values.texts[loaded.original]?.name ?? ''} />
      )}
    </div>
  )
}

function PlaceEvents({ kind, id }: { readonly kind: PlaceKind; readonly id: number }) {
  const t = useText()
  const { data } = useUpcomingEvents(kind, id)
  if (data === undefined) return null
  return (
    <section className="side-card" aria-label={t('Events')}>
      <p>{t('{count} upcoming events', { count: data })}</p>
      <Link className="button small" to="/events" search={{ [kind.nameField]: id, range: 'all' }}>
        {t('Show its events')}
      </Link>
    </section>
  )
}

function TrashButton({
  kind: { plural },
  loaded: { id, etag },
  name,
}: Pick<PlaceSideProps, 'kind'> & { loaded: LoadedPlace; name: string }) {
  const t = useText()
  const client = useClient()
  const navigate = useNavigate()
  const { isPending, run } = useLibraryChange()
  const trash = async (): Promise<void> => {
    const send = (): Promise<object> => client[plural].trash(id, etag === null ? {} : { ifMatch: etag })
    if (await run(send, t('“{name}” moved to trash.', { name }))) await navigate({ to: placesPath(plural) })
  }
  return (
    <div className="row">
      <Button size="small" variant="ghost" icon="trash" isPending={isPending} onPress={() => void trash()}>
        {t('Move to trash')}
      </Button>
    </div>
  )
}
