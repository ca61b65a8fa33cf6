// The names of the statuses, as filters of a list.
import type { Status } from '@kalends/client'
import { useText } from '../../lib/language.tsx'

export function useStatusNames(): Readonly<Record<Status, string>> {
  const t = useText()
  return {
    publish: t('Published'),
    pending: t('Pending review'),
    draft: t('Drafts'),
    future: t('Scheduled'),
    private: t('Private'),
    trash: t('Trash'),
  }
}
