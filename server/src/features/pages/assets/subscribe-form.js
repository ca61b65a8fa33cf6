// Choosing what to subscribe to: names in place of numbers, and addresses that follow.
import { $, $$ } from './dom.js'

/** All records of a list, page by page, as far as one can choose from. */
async function all(url, plural) {
  const found = []
  for (let next = url, page = 0; next && page < 5; page += 1) {
    const response = await fetch(next)
    if (!response.ok) break
    const list = await response.json()
    found.push(...list[plural])
    // The public address may be another than the one that the page was reached by.
    next = list.next_rest_url && new URL(new URL(list.next_rest_url).search, new URL(url, document.baseURI)).href
  }
  return found
}

/** Names to choose from in place of fields for numbers; addresses that follow the choice. */
export async function choose(form) {
  $('[data-no-script]', form).hidden = true
  const { api } = form.dataset
  void count()
  const [venues, ...terms] = await Promise.all([
    all(`${api}/venues?only_with_upcoming=true&per_page=100&_fields=id,venue`, 'venues'),
    ...['categories', 'tags'].map((plural) => all(`${api}/${plural}?orderby=count&order=desc&per_page=100&_fields=id,name,slug`, plural)),
  ])
  $$('[data-pills]', form).forEach((part, i) => pills(part, terms[i]))
  const part = $('[data-venues]', form)
  const field = $('input', part)
  if (venues.length === 0) return
  const select = document.createElement('select')
  Object.assign(select, { id: field.id, name: field.name })
  select.append(new Option(part.dataset.venues, ''))
  for (const { id, venue } of venues.sort((a, b) => a.venue.localeCompare(b.venue))) select.append(new Option(venue, id))
  select.value = field.value
  field.replaceWith(select)
}
function pills(part, records) {
  const field = $('input', part)
  if (records.length === 0) return
  const chosen = field.value.split(',')
  const set = document.createElement('fieldset')
  set.className = 'pills'
  const legend = document.createElement('legend')
  legend.textContent = $('label', part).textContent
  set.append(
    legend,
    ...records.map(({ id, name, slug }) => {
      const label = document.createElement('label')
      const box = Object.assign(document.createElement('input'), { type: 'checkbox', name: field.name, value: id })
      box.checked = chosen.includes(String(id)) || chosen.includes(slug)
      label.append(box, name)
      return label
    }),
  )
  part.replaceChildren(set)
}
let asking
export function follow(form) {
  clearTimeout(asking)
  asking = setTimeout(async () => {
    const wanted = new URLSearchParams([...new FormData(form)].filter(([, value]) => value !== ''))
    const url = new URL(`?${wanted}`, document.baseURI)
    const response = await fetch(url)
    if (!response.ok) return
    const next = new DOMParser().parseFromString(await response.text(), 'text/html')
    history.replaceState(null, '', url)
    $('[data-addresses]').replaceChildren(...$('[data-addresses]', next).childNodes)
    void count()
  }, 200)
}
async function count() {
  const line = $('[data-matching]')
  const response = await fetch(line.dataset.count)
  if (response.ok) line.textContent = line.dataset.matching.replace('{count}', response.headers.get('x-total'))
}
