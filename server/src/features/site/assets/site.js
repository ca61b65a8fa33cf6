// Enhances public pages. They work without it: it offers the reader's language, and closes menus.

const offer = document.querySelector('[data-offer]')
const wanted = navigator.languages.find((language) => language !== '')?.toLowerCase() ?? ''
const page = document.documentElement.lang.toLowerCase()
if (offer && wanted.split('-')[0] !== page.split('-')[0]) {
  const link = [...offer.querySelectorAll('a')].find((each) => each.hreflang.split('-')[0] === wanted.split('-')[0])
  if (link) link.hidden = false
  if (link) offer.hidden = false
}

const menus = [...document.querySelectorAll('details.menu')]
document.addEventListener('click', ({ target }) => {
  for (const menu of menus) if (!menu.contains(target)) menu.open = false
})
document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return
  for (const menu of menus.filter((each) => each.open)) {
    menu.open = false
    menu.querySelector('summary').focus()
  }
})

for (const item of document.querySelectorAll('[data-copy]')) {
  const button = item.querySelector('button')
  if (!navigator.clipboard) continue
  item.hidden = false
  const confirmCopy = () => (button.querySelector('span').textContent = button.dataset.done)
  button.addEventListener('click', () => void navigator.clipboard.writeText(button.dataset.url).then(confirmCopy))
}

/** The part of the world that a tile shows, in tiles from the upper left corner (Web Mercator). */
const ZOOM = 16
const TILE = 256
const position = (latitude, longitude) => {
  const angle = (latitude * Math.PI) / 180
  const size = 2 ** ZOOM
  return [((longitude + 180) / 360) * size, ((1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2) * size]
}
function showMap(map) {
  const [x, y] = position(Number(map.dataset.lat), Number(map.dataset.lng))
  const frame = document.createElement('div')
  frame.className = 'tiles'
  map.prepend(frame)
  const [width, height] = [frame.clientWidth / 2, frame.clientHeight / 2]
  for (let column = Math.floor(x - width / TILE); column <= x + width / TILE; column += 1)
    for (let row = Math.floor(y - height / TILE); row <= y + height / TILE; row += 1) {
      const tile = new Image(TILE, TILE)
      tile.alt = ''
      tile.referrerPolicy = 'strict-origin-when-cross-origin'
      tile.style.left = `${Math.round((column - x) * TILE + width)}px`
      tile.style.top = `${Math.round((row - y) * TILE + height)}px`
      tile.src = map.dataset.tiles.replace('{z}', ZOOM).replace('{x}', column).replace('{y}', row)
      frame.append(tile)
    }
  const pin = map.querySelector('button .ic').cloneNode(true)
  pin.setAttribute('class', 'ic pin')
  frame.append(pin)
  map.querySelector('button').remove()
  map.querySelector('p').hidden = false
}
for (const map of document.querySelectorAll('[data-map]')) {
  map.hidden = false
  map.querySelector('button').addEventListener('click', () => showMap(map))
}
