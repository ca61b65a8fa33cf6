// Draws one run as SVG: a bar for each measurement with its median time, on a logarithmic scale.
import { SETUPS } from './labels.ts'
import type { Measured } from './measure.ts'

const [ROW, LEFT, WIDTH] = [22, 270, 900]
const COLORS: readonly (readonly [setup: string, color: string])[] = [
  [SETUPS.barePostgres, '#94a3b8'],
  [SETUPS.bareHttp, '#94a3b8'],
  [SETUPS.ownStatements, '#94a3b8'],
  [SETUPS.allCachesOff, '#b45309'],
  [SETUPS.responseCacheOff, '#2563eb'],
]
export function drawChart(results: ReadonlyMap<string, Measured>, events: number): string {
  const rows = [...results].filter(([, { p50_ms }]) => p50_ms > 0)
  const [low, high] = [0.1, 10_000]
  const x = (ms: number): number =>
    LEFT + ((Math.log10(Math.min(high, Math.max(low, ms))) - Math.log10(low)) / (Math.log10(high) - Math.log10(low))) * (WIDTH - LEFT - 60)
  const height = (rows.length + 3) * ROW
  const ticks = [0.1, 1, 10, 100, 1_000, 10_000].map(
    (ms) =>
      `<line x1="${x(ms)}" x2="${x(ms)}" y1="${ROW * 1.5}" y2="${height - ROW}" stroke="#8886"/><text x="${x(ms)}" y="${height - 6}" text-anchor="middle">${ms} ms</text>`,
  )
  const bars = rows.map(([name, { p50_ms, rate }], i) => {
    const y = (i + 1.6) * ROW
    const color = COLORS.find(([setup]) => name.startsWith(setup))?.[1] ?? '#059669'
    return `<text x="${LEFT - 8}" y="${y + 14}" text-anchor="end">${name}</text><rect x="${LEFT}" y="${y + 3}" width="${Math.max(2, x(p50_ms) - LEFT).toFixed(1)}" height="${ROW - 8}" rx="3" fill="${color}"/><text x="${x(p50_ms) + 6}" y="${y + 14}">${p50_ms.toFixed(2)} ms · ${Math.round(rate)}/s</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="#334155">
<text x="12" y="20" font-size="15" font-weight="600">${events.toLocaleString('en')} events: median time, and requests per second</text>
${ticks.join('\n')}
${bars.join('\n')}
</svg>
`
}
