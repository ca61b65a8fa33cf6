// The tools of the month view: the way to other months, and the filters. The address keeps them.
import { useNavigate } from '@tanstack/react-router'
import { useText } from '../../lib/language.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Menu } from '../../ui/menu.tsx'
import { LINK_FILTERS, STATUSES, type EventSearch } from '../events/event-search.ts'
import { LinkChip } from '../events/filters.tsx'
import { useStatusNames } from '../events/status-names.ts'
import { addMonths, monthOf } from './month-days.ts'
import { sharedFilters, type MonthSearch } from './month-search.ts'

interface MonthStepsProps {
  readonly month: string
  readonly showMonth: (month: string) => void
  readonly showToday: () => void
}
export function MonthSteps({ month, showMonth, showToday }: MonthStepsProps) {
  const t = useText()
  const step = (months: number) => (): void => showMonth(monthOf(addMonths(`${month}-01`, months)))
  return (
    <div className="month-steps">
      <IconButton label={t('Previous month')} icon="chevron-left" onPress={step(-1)} />
      <IconButton label={t('Next month')} icon="chevron-right" onPress={step(1)} />
      <Button size="small" onPress={showToday}>
        {t('Today')}
        <kbd aria-hidden="true">T</kbd>
      </Button>
    </div>
  )
}

export function MonthFilters({ search }: { readonly search: MonthSearch }) {
  const t = useText()
  const navigate = useNavigate()
  const { month } = search
  const change = (next: EventSearch): void =>
    void navigate({ to: '/events/month', search: { ...sharedFilters(next), ...(month !== undefined && { month }) } })
  return (
    <div className="filters" role="group" aria-label={t('Filters')}>
      <StatusChip search={sharedFilters(search)} onChange={change} />
      {LINK_FILTERS.map((filter) => (
        <LinkChip key={filter} filter={filter} search={sharedFilters(search)} onChange={change} />
      ))}
    </div>
  )
}

interface StatusChipProps {
  readonly search: EventSearch
  readonly onChange: (search: EventSearch) => void
}
function StatusChip({ search: { status, ...others }, onChange }: StatusChipProps) {
  const t = useText()
  const names = useStatusNames()
  return (
    <Menu
      label={t('Status')}
      trigger={
        <Chip isSet={status !== undefined}>
          {status === undefined ? t('Status') : t('{filter}: {value}', { filter: t('Status'), value: names[status] })}
        </Chip>
      }
      entries={[
        { id: 'all', label: t('All'), isCurrent: status === undefined, run: () => onChange(others) },
        ...STATUSES.map((each) => ({
          id: each,
          label: names[each],
          isCurrent: each === status,
          run: () => onChange({ ...others, status: each }),
        })),
      ]}
    />
  )
}
