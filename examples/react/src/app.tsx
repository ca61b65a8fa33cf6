// Shows upcoming events with a search field, a language switch and pagination.
import type { Client } from '@kalends/client'
import { useState } from 'react'
import { useEvents } from './use-events.ts'

const LANGUAGES = { en: 'English', fr: 'Français', ar: 'العربية', sw: 'Kiswahili', 'pt-pt': 'Português' }

export function App({ client }: { client: Client }) {
  const [language, setLanguage] = useState('en')
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const { list, error } = useEvents(client, { language, search, page })
  return (
    <>
      <h1>Events</h1>
      <form onSubmit={(event) => event.preventDefault()}>
        <label>
          Search{' '}
          <input
            type="search"
            value={search}
            onChange={(event) => {
              setSearch(event.target.value)
              setPage(1)
            }}
          />
        </label>
        <label>
          Language{' '}
          <select value={language} onChange={(event) => setLanguage(event.target.value)}>
            {Object.entries(LANGUAGES).map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </form>
      {error && <p role="alert">{error}</p>}
      {list && (
        <>
          <p role="status">
            {list.total} events, page {page} of {Math.max(1, list.total_pages)}
          </p>
          <ul lang={language} dir="auto">
            {list.events.map(({ id, title, url, start_date, venue }) => (
              <li key={id}>
                <a href={url}>{title}</a>
                <time dateTime={start_date}>{formatDate(start_date, language)}</time>
                {venue.map(({ venue, city }) => [venue, city].filter(Boolean).join(', ')).join('; ')}
              </li>
            ))}
          </ul>
          <button type="button" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Previous page
          </button>{' '}
          <button type="button" disabled={page >= list.total_pages} onClick={() => setPage(page + 1)}>
            Next page
          </button>
        </>
      )}
    </>
  )
}

/** `start_date` is the local time at the venue, so it is formatted without a conversion between time zones. */
const formatDate = (date: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' }).format(
    new Date(`${date.replace(' ', 'T')}Z`),
  )
