// Shows a time zone. Its name is a button that opens a field to find another one.
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useText } from '../lib/language.tsx'
import { Finder, type Suggestion } from './finder.tsx'
import { Icon } from './icon.tsx'

const ALL_ZONES: readonly string[] = Intl.supportedValuesOf('timeZone')
export const zoneName = (zone: string): string => zone.replaceAll('_', ' ')
const find = async (text: string): Promise<readonly Suggestion[]> =>
  ALL_ZONES.map((zone) => ({ id: zone, label: zoneName(zone) }))
    .filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))
    .slice(0, 30)

export function TimeZoneField({ zone, onChange }: { readonly zone: string; readonly onChange: (zone: string) => void }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <p className="row small soft">
        <Icon name="globe" small />
        {t('Time zone:')}
        <Button className="link" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          <bdi dir="ltr">{zoneName(zone)}</bdi>
        </Button>
      </p>
      {isOpen && (
        <Finder
          name="timezone"
          label={t('Find a time zone')}
          icon="globe"
          queryKey={['time-zones']}
          find={find}
          onChoose={({ id }) => {
            onChange(id)
            setOpen(false)
          }}
          autoFocus
        />
      )}
    </>
  )
}
