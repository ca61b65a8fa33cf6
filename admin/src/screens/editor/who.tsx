// Edits the organizers, categories and tags of the event.
import { useClient, useText } from '../../lib/language.tsx'
import { useMe } from '../../lib/me.ts'
import type { Suggestion } from '../../ui/finder.tsx'
import { TokenField } from '../../ui/token-field.tsx'
import { Part, type PartProps } from './part.tsx'
import type { LinkedRecord } from './values.ts'

type Find = (search: string, signal: AbortSignal) => Promise<readonly Suggestion[]>
const PAGE = 8

export function WhoPart({ form, errors }: PartProps) {
  const t = useText()
  const client = useClient()
  const { data: me } = useMe()
  const findOrganizers: Find = async (search, signal) => {
    const params = { ...(search && { search }), status: 'any' as const, per_page: PAGE }
    const { organizers } = await client.organizers.list(params, { fields: ['id', 'organizer'], signal })
    return organizers.map(({ id, organizer }) => ({ id: String(id), label: organizer }))
  }
  const findCategories: Find = async (search, signal) => {
    const params = { ...(search && { search }), hide_empty: false, per_page: PAGE }
    const { categories } = await client.categories.list(params, { fields: ['id', 'name'], signal })
    return categories.map(({ id, name }) => ({ id: String(id), label: name }))
  }
  const findTags: Find = async (search, signal) => {
    const params = { ...(search && { search }), hide_empty: false, per_page: PAGE }
    const { tags } = await client.tags.list(params, { fields: ['id', 'name'], signal })
    return tags.map(({ id, name }) => ({ id: String(id), label: name }))
  }
  const mayCreateTerms = me?.may.create_terms === true
  return (
    <Part icon="people" title={t('Who')}>
      <Links
        form={form}
        errors={errors}
        name="organizer"
        label={t('Organizers')}
        placeholder={t('Add an organizer')}
        find={findOrganizers}
        {...(me?.may.create && { createLabel: (name: string) => t('New organizer “{name}”', { name }) })}
      />
      <div className="two-columns">
        <Links
          form={form}
          errors={errors}
          name="categories"
          label={t('Categories')}
          placeholder={t('Add')}
          find={findCategories}
          {...(mayCreateTerms && { createLabel: (name: string) => t('New category “{name}”', { name }) })}
        />
        <Links
          form={form}
          errors={errors}
          name="tags"
          label={t('Tags')}
          placeholder={t('Add')}
          find={findTags}
          {...(mayCreateTerms && { createLabel: (name: string) => t('New tag “{name}”', { name }) })}
        />
      </div>
    </Part>
  )
}

interface LinksProps extends PartProps {
  readonly name: 'organizer' | 'categories' | 'tags'
  readonly label: string
  readonly placeholder: string
  readonly find: Find
  readonly createLabel?: (name: string) => string
}
function Links({ form, errors, name, find, ...props }: LinksProps) {
  const links = form.values.shared[name]
  const add = ({ id, label }: { readonly id: string | null; readonly label: string }): void => {
    const link: LinkedRecord = { id: id === null ? null : Number(id), name: label }
    if (!links.some((each) => keyOf(each) === keyOf(link))) form.setShared({ [name]: [...links, link] })
  }
  return (
    <TokenField
      {...props}
      name={name}
      queryKey={[name, 'found']}
      tokens={links.map((link) => ({ id: keyOf(link), name: link.name }))}
      find={find}
      onAdd={add}
      onRemove={(key) => form.setShared({ [name]: links.filter((each) => keyOf(each) !== key) })}
      error={errors[name]}
    />
  )
}
/** A record that does not exist yet is known by its name. */
const keyOf = ({ id, name }: LinkedRecord): string => (id === null ? `new ${name}` : String(id))
