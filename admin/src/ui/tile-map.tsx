// A map around a point, made of the tiles that the operator configured. Until a person asks for it, nothing is requested from their server.
import { useState } from 'react'
import { useText } from '../lib/language.tsx'
import type { Point } from '../lib/map-point.ts'
import { pageSettings } from '../lib/page-settings.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

const ZOOM = 16
const TILE = 256
/** Tiles beside that of the point, in each direction. They cover the widest card. */
const [COLUMNS, ROWS] = [2, 1]
export function TileMap({ point }: { readonly point: Point }) {
  const t = useText()
  const [isShown, setShown] = useState(false)
  if (!isShown)
    return (
      <div>
        <Button size="small" icon="pin" onPress={() => setShown(true)}>
          {t('Show the map')}
        </Button>
      </div>
    )
  return (
    <div className="tile-map">
      <div className="tiles" role="img" aria-label={t('Map')}>
        {tilesAround(point).map(({ left, top, url }) => (
          <img
            key={url}
            src={url}
            alt=""
            width={TILE}
            height={TILE}
            referrerPolicy="strict-origin-when-cross-origin"
            style={{ left: `calc(50% + ${left}px)`, top: `calc(50% + ${top}px)` }}
          />
        ))}
        <Icon name="pin" />
      </div>
      <p className="soft small">{pageSettings.map_attribution}</p>
    </div>
  )
}

/** The tiles with their distance from the center of the frame, in pixels (Web Mercator). */
function tilesAround({ lat, lng }: Point): { readonly left: number; readonly top: number; readonly url: string }[] {
  const size = 2 ** ZOOM
  const x = ((lng + 180) / 360) * size
  const y = ((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * size
  const columns = Array.from({ length: 2 * COLUMNS + 1 }, (_, i) => Math.floor(x) - COLUMNS + i)
  const rows = Array.from({ length: 2 * ROWS + 1 }, (_, i) => Math.floor(y) - ROWS + i)
  return rows
    .filter((row) => row >= 0 && row < size)
    .flatMap((row) =>
      columns.map((column) => ({
        left: Math.round((column - x) * TILE),
        top: Math.round((row - y) * TILE),
        url: pageSettings.map_tiles
          .replace('{z}', String(ZOOM))
          .replace('{x}', String((column + size) % size))
          .replace('{y}', String(row)),
      })),
    )
}
