// The map of a point, if the operator configured map tiles. Its code is loaded then only.
import { lazy, Suspense } from 'react'
import type { Point } from '../lib/map-point.ts'
import { pageSettings } from '../lib/page-settings.ts'

const TileMap = lazy(async () => ({ default: (await import('./tile-map.tsx')).TileMap }))

export const MapOfPoint = ({ point }: { readonly point: Point }) =>
  pageSettings.map_tiles === '' ? null : (
    <Suspense>
      <TileMap point={point} />
    </Suspense>
  )
