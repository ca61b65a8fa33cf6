// The requests that websites and apps send, and the wrk script that varies them from one request to the next.

/** Facts about the measured calendar: the first and last ID of each kind, and the records that most events are linked to. */
export type CalendarFacts = Readonly<
  Record<
    | `${'first' | 'last'}_${'event' | 'venue' | 'organizer' | 'category' | 'tag'}`
    | 'category'
    | 'busy_tag'
    | 'venue'
    | 'author'
    | 'far_page'
    | 'last_page',
    number
  >
>
/** A word that only few events contain. */
export const RARE = 'selenography'
export interface Scenario {
  readonly name: string
  /** Path and query; {page} and {id} vary from request to request. */
  readonly path: (facts: CalendarFacts) => string
}

const month = (): string => {
  const first = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 2, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0))
  return `from=${first.toISOString().slice(0, 10)}&to=${last.toISOString().slice(0, 10)}`
}

export const SCENARIOS: readonly Scenario[] = [
  { name: 'list of 10, any page', path: () => '/events?page={any_page}' },
  { name: 'list of 50', path: () => '/events?per_page=50&page={page}' },
  { name: 'page 10,000', path: ({ far_page }) => `/events?page=${far_page}` },
  { name: 'by category', path: ({ category }) => `/events?categories=${category}&page={page}` },
  { name: 'by tag', path: ({ busy_tag }) => `/events?tags=${busy_tag}&page={page}` },
  { name: 'by venue', path: ({ venue }) => `/events?venue=${venue}&page={page}` },
  { name: 'running or upcoming', path: () => '/events?ends_after=now&page={page}' },
  { name: 'a month', path: () => `/events?${month()}&page={page}` },
  { name: 'search, common', path: () => '/events?search=concert' },
  { name: 'search, rare', path: () => `/events?search=${RARE}` },
  { name: 'search, absent', path: () => '/events?search=xylophonist' },
  { name: 'search, two letters', path: () => '/events?search=ja' },
  { name: 'search, Arabic', path: () => `/events?search=${encodeURIComponent('موسيقى')}` },
  { name: 'within 10 km', path: () => '/events?geoloc_lat=48.8566&geoloc_lng=2.3522&geoloc_radius=10' },
  { name: 'tags', path: () => '/tags?per_page=50' },
  { name: 'venues with upcoming', path: () => '/venues?only_with_upcoming=true' },
]

/** Builds a Lua script for wrk that fills the placeholders. It splits the templates once, so that wrk itself uses little CPU time. */
export const buildWrkScript = (
  path: string,
  facts: CalendarFacts,
  more: { method?: string; body?: string; headers?: Readonly<Record<string, string>> } = {},
): string => `
math.randomseed(os.time())
local headers = { ${Object.entries(more.headers ?? {})
  .map(([name, value]) => `[${JSON.stringify(name)}] = ${JSON.stringify(value)}`)
  .join(', ')} }
local n = 0
local function any(first, last) return function() return math.random(first, last) end end
local vary = {
  page = any(1, 200),
  any_page = any(1, ${facts.last_page}),
  id = any(${facts.first_event}, ${facts.last_event}),
  recent_id = any(${facts.last_event - 999}, ${facts.last_event}),
  venue = any(${facts.first_venue}, ${facts.last_venue}),
  organizer = any(${facts.first_organizer}, ${facts.last_organizer}),
  category = any(${facts.first_category}, ${facts.last_category}),
  tag = any(${facts.first_tag}, ${facts.last_tag}),
  n = function() n = n + 1 return n .. "-" .. math.random(1, 1000000000) end,
}
local dates = {}
for i = 1, 700 do dates[i] = os.date("!%Y-%m-%d", os.time() + i * 86400) end
local function parts(text)
  local found, at = {}, 1
  for from, name, to in text:gmatch("(){([a-z_]+)}()") do
    if vary[name] or name == "date" then
      found[#found + 1] = text:sub(at, from - 1)
      found[#found + 1] = vary[name] or "date"
      at = to
    end
  end
  found[#found + 1] = text:sub(at)
  return found
end
local function fill(pieces)
  local date, made = dates[math.random(1, 700)], {}
  for i = 1, #pieces do
    local piece = pieces[i]
    made[i] = type(piece) == "function" and piece() or (piece == "date" and date or piece)
  end
  return table.concat(made)
end
local path = parts(${JSON.stringify(path)})
local body = ${more.body === undefined ? 'nil' : `parts(${JSON.stringify(more.body)})`}
local same = #path == 1 and not body
local made
request = function()
  if not (same and made) then made = wrk.format(${JSON.stringify(more.method ?? 'GET')}, fill(path), headers, body and fill(body)) end
  return made
end
`
