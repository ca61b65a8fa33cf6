// The form of the subscribe page: replaces fields for ids with lists of names, and updates the URLs when the selection changes.
import { $ } from './dom.js'

const PAGES_MAX = 5
const DELAY_MS = 200

/** Loads the records of a list, page by page, up to a limit. */
async function loadAll(url, plural) {
  const found = []
  for (let next = url, page = 0; next && page < PAGES_MAX; page += 1) {
    const response = await fetch(next)
    if (!response.ok) break
    const list = await response.json()
    found.push(...list[plural])
    // The public URL can differ from the URL of the page, so only the query of the next URL is used.
    next = list.next_rest_url && new URL(new URL(list.next_rest_url).search, new URL(url, document.baseURI)).href
  }
  return found
}

export async function loadChoices(form) {
  $('[data-no-script]', form).hidden = true
  const { api } = form.dataset
  void showCount()
  const [venues, categories, tags] = await Promise.all([
    loadAll(`${api}/venues?only_with_upcoming=true&per_page=100&_fields=id,venue`, 'venues'),
    loadAll(`${api}/categories?hide_empty=false&per_page=100&_fields=id,name,slug,parent,count`, 'categories'),
    loadAll(`${api}/tags?orderby=count&order=desc&per_page=100&_fields=id,name,slug`, 'tags'),
  ])
  showCheckboxes($('[data-terms=categories]', form), categoryTree(categories))
  showCheckboxes($('[data-terms=tags]', form), tags)
  showVenues($('[data-venues]', form), venues)
}

/** Returns the top categories with their descendants. A category without events remains if a descendant has events. */
function categoryTree(categories) {
  const ids = new Set(categories.map(({ id }) => id))
  const childrenOf = (parent) => categories.filter((each) => (ids.has(each.parent) ? each.parent : 0) === parent).map(withDescendants)
  const withDescendants = (category) => {
    const children = childrenOf(category.id).filter(({ total }) => total > 0)
    return {
      ...category,
      descendants: children.flatMap((child) => [child, ...child.descendants]),
      total: children.reduce((sum, { total }) => sum + total, category.count),
    }
  }
  return childrenOf(0)
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total)
}

function showCheckboxes(part, terms) {
  if (terms.length === 0) return
  const field = $('input', part)
  const selected = field.value.split(',')
  const checkbox = ({ id, name, slug }) => {
    const label = document.createElement('label')
    const input = Object.assign(document.createElement('input'), { type: 'checkbox', name: field.name, value: id })
    input.checked = selected.includes(String(id)) || selected.includes(slug)
    label.append(input, name)
    return label
  }
  const set = document.createElement('fieldset')
  set.className = 'checkboxes'
  const legend = document.createElement('legend')
  legend.textContent = $('label', part).textContent
  set.append(legend)
  for (const term of terms) {
    if (!term.descendants?.length) {
      set.append(checkbox(term))
      continue
    }
    const group = document.createElement('div')
    group.className = 'subcategories'
    group.append(checkbox(term), ...term.descendants.map(checkbox))
    set.append(group)
  }
  part.replaceChildren(set)
}

function showVenues(part, venues) {
  if (venues.length === 0) return
  const field = $('input', part)
  const select = document.createElement('select')
  Object.assign(select, { id: field.id, name: field.name, className: field.className })
  select.append(new Option(part.dataset.venues, ''))
  for (const { id, venue } of venues.sort((a, b) => a.venue.localeCompare(b.venue))) select.append(new Option(venue, id))
  select.value = field.value
  field.replaceWith(select)
}

let timer
/** Loads the page for the current selection, and takes the URLs from it. */
export function updateUrls(form) {
  clearTimeout(timer)
  timer = setTimeout(() => void loadUrls(form), DELAY_MS)
}

async function loadUrls(form) {
  const selection = new URLSearchParams([...new FormData(form)].filter(([, value]) => value !== ''))
  const url = new URL(`?${selection}`, document.baseURI)
  const response = await fetch(url)
  if (!response.ok) return
  const next = new DOMParser().parseFromString(await response.text(), 'text/html')
  history.replaceState(null, '', url)
  $('[data-urls]').replaceChildren(...$('[data-urls]', next).childNodes)
  void showCount()
}

async function showCount() {
  const line = $('[data-matching]')
  const response = await fetch(line.dataset.count)
  if (response.ok) line.textContent = line.dataset.matching.replace('{count}', response.headers.get('x-total'))
}
