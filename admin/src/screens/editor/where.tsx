// Edits the place of the event: a venue that is found before it is created, and an online address.
import { useState } from 'react'
import { useClient, useText } from '../../lib/language.tsx'
import { useMe } from '../../lib/me.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, FieldMessage, TextField } from '../../ui/fields.tsx'
import { Finder, type Suggestion } from '../../ui/finder.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MapOfPoint } from '../../ui/map-of-point.tsx'
import { Part, type PartProps } from './part.tsx'
import { venueLink, type LinkedRecord } from './values.ts'

export function WherePart({ form, errors }: PartProps) {
  const t = useText()
  const { venue, online_url } = form.values.shared
  const [changed, setChanged] = useState<number | null>(null)
  const [isOnline, setOnline] = useState(online_url !== '')
  const use = (link: LinkedRecord): void => {
    form.setShared({ venue: changed === null ? [...venue, link] : venue.map((each, index) => (index === changed ? link : each)) })
    setChanged(null)
  }
  const isSearching = venue.length === 0 || changed !== null
  return (
    <Part icon="pin" title={t('Where')}>
      <div id="field-venue" className="stack">
        {venue.map((each, index) => (
          <div className="stack" key={`${each.id ?? each.name}`}>
            <div className="placed">
              <Icon name="pin" />
              <span className="grow">
                <b>
                  <bdi>{each.name}</bdi>
                </b>
                <VenueAddress venue={each} />
              </span>
              <Button size="small" onPress={() => setChanged(changed === index ? null : index)}>
                {changed === index ? t('Keep this one') : t('Change')}
              </Button>
              <Button
                size="small"
                variant="ghost"
                onPress={() => {
                  setChanged(null)
                  form.setShared({ venue: venue.filter((_, other) => other !== index) })
                }}
              >
                {t('Remove')}
              </Button>
            </div>
            {each.point && <MapOfPoint point={each.point} />}
          </div>
        ))}
        {isSearching && <VenueFinder isChange={changed !== null} onUse={use} isInvalid={errors['venue'] !== undefined} />}
        {errors['venue'] && <FieldMessage>{errors['venue']}</FieldMessage>}
      </div>
      <Checkbox
        isSelected={isOnline}
        onChange={(isOn) => {
          setOnline(isOn)
          if (!isOn) form.setShared({ online_url: '' })
        }}
      >
        {venue.length > 0 ? t('It also happens online') : t('It happens online')}
      </Checkbox>
      {(isOnline || online_url !== '') && (
        <div id="field-online_url">
          <TextField
            name="online_url"
            type="url"
            label={t('Online address')}
            hint={t('The link with which people take part, such as https://meet.example.org/talk.')}
            value={online_url}
            onChange={(value) => form.setShared({ online_url: value })}
          />
        </div>
      )}
    </Part>
  )
}

const VenueAddress = ({ venue: { id, address, city } }: { readonly venue: LinkedRecord }) => {
  const t = useText()
  const parts = [address, city].filter(Boolean).join(', ')
  return (
    <span className="detail">
      {parts && <bdi>{parts}</bdi>} {id === null && t('New, created when you save')}
    </span>
  )
}

const FOUND = ['id', 'venue', 'address', 'city', 'zip', 'geo_lat', 'geo_lng'] as const
interface VenueFinderProps {
  readonly isChange: boolean
  readonly isInvalid: boolean
  readonly onUse: (venue: LinkedRecord) => void
}
function VenueFinder({ isChange, isInvalid, onUse }: VenueFinderProps) {
  const t = useText()
  const client = useClient()
  const { data: me } = useMe()
  const [created, setCreated] = useState<string | null>(null)
  const [found] = useState(() => new Map<string, LinkedRecord>())
  const find = async (search: string, signal: AbortSignal): Promise<readonly Suggestion[]> => {
    const { venues } = await client.venues.list({ ...(search && { search }), status: 'any', per_page: 8 }, { fields: FOUND, signal })
    return venues.map((venue) => {
      const link = venueLink(venue)
      found.set(String(venue.id), link)
      return { id: String(venue.id), label: venue.venue, detail: [link.address, link.city].filter(Boolean).join(', ') }
    })
  }
  const choose = ({ id }: Suggestion): void => {
    const link = found.get(id)
    if (link) onUse(link)
  }
  if (created !== null) return <NewVenue name={created} onCancel={() => setCreated(null)} onUse={onUse} />
  return (
    <Finder
      name="venue"
      label={isChange ? t('Change it to') : t('Venue')}
      placeholder={t('Find a venue by its name or town')}
      icon="pin"
      queryKey={['venues', 'found']}
      find={find}
      onChoose={choose}
      isInvalid={isInvalid}
      autoFocus={isChange}
      {...(me?.may.create && { createLabel: (name: string) => t('New venue “{name}”', { name }), onCreate: setCreated })}
    />
  )
}

interface NewVenueProps {
  readonly name: string
  readonly onUse: (venue: LinkedRecord) => void
  readonly onCancel: () => void
}
function NewVenue({ name, onUse, onCancel }: NewVenueProps) {
  const t = useText()
  const [values, setValues] = useState({ name, address: '', city: '' })
  const use = (): void => {
    const { address, city } = values
    onUse({
      id: null,
      name: values.name.trim(),
      ...(address.trim() && { address: address.trim() }),
      ...(city.trim() && { city: city.trim() }),
    })
  }
  return (
    <div className="new-venue" role="group" aria-label={t('New venue')}>
      <TextField
        name="venue_name"
        label={t('Name')}
        value={values.name}
        onChange={(next) => setValues({ ...values, name: next })}
        autoFocus
      />
      <TextField
        name="venue_address"
        label={t('Street and number')}
        value={values.address}
        onChange={(address) => setValues({ ...values, address })}
      />
      <TextField name="venue_city" label={t('Town')} value={values.city} onChange={(city) => setValues({ ...values, city })} />
      <div className="row">
        <Button isDisabled={values.name.trim() === ''} onPress={use}>
          {t('Use this venue')}
        </Button>
        <Button variant="ghost" onPress={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </div>
  )
}
