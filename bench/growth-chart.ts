// Draws how the CPU time of each request grows with the calendar, on logarithmic axes, and writes the same figures into docs/scaling.md.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { OLD_LABELS, SETUPS, translateOldLabel } from './labels.ts'
import type { Measured } from './measure.ts'
import { RESULTS } from './report.ts'

interface Figures {
  /** `old`: the names of the results are from before the current ones. */
  readonly labels?: string
  readonly events: number
  readonly imported: number | null
  readonly results: Readonly<Record<string, Measured>>
}
const [WIDTH, PLOT, TOP, BOTTOM] = [1000, 640, 50, 560]
const [FIRST, LAST] = [0.5, 2_000]

export function writeGrowthChart(): void {
  const bySize = new Map<number, Figures>()
  for (const file of globSync('*.json', { cwd: RESULTS }).sort()) {
    const figures = readFigures(file)
    bySize.set(figures.events, figures)
  }
  const sizes = [...bySize.values()].sort((a, b) => a.events - b.events)
  // Without caches the chart shows the whole cost. Results with old labels were measured with record caches only.
  const has = (setup: string): boolean => sizes.every(({ results }) => Object.keys(results).some((name) => name.startsWith(`${setup}: `)))
  const setup = has(SETUPS.allCachesOff) ? SETUPS.allCachesOff : SETUPS.responseCacheOff
  const prefix = `${setup}: `
  const names = [...new Set(sizes.flatMap(({ results }) => Object.keys(results)))].filter((name) => name.startsWith(prefix))
  const lines = names.flatMap((name) => {
    const points = sizes.flatMap(({ events, results }) => (results[name]?.rate ? [{ events, ms: cpuTime(results[name]) }] : []))
    return points.length > 1 ? [{ name: name.slice(prefix.length), points, slope: slopeOf(points) }] : []
  })
  for (const { name, points, slope } of lines)
    console.log(name.padEnd(28) + points.map(({ ms }) => ms.toFixed(2).padStart(10)).join('') + slope.toFixed(2).padStart(8))
  const page = new URL('../docs/scaling.md', import.meta.url)
  const [begin, end] = ['<!-- measured: begin -->', '<!-- measured: end -->']
  const text = readFileSync(page, 'utf8')
  writeFileSync(page, `${text.slice(0, text.indexOf(begin))}${begin}\n\n${table(lines, sizes, setup)}\n\n${text.slice(text.indexOf(end))}`)
  writeFileSync(
    new URL('growth.svg', RESULTS),
    draw(
      lines,
      sizes.map(({ events }) => events),
      setup,
    ),
  )
  console.error(`${fileURLToPath(new URL('growth.svg', RESULTS))} written`)
}
function readFigures(file: string): Figures {
  const figures = JSON.parse(readFileSync(new URL(file, RESULTS), 'utf8')) as Figures
  if (figures.labels !== OLD_LABELS) return figures
  return { ...figures, results: Object.fromEntries(Object.entries(figures.results).map(([name, each]) => [translateOldLabel(name), each])) }
}
function table(lines: readonly Line[], sizes: readonly Figures[], setup: string): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const imported = sizes.map((figures) => (figures.imported ? figures.imported.toLocaleString('en') : ''))
  return [
    row([`events (${setup})`, ...sizes.map(({ events }) => events.toLocaleString('en')), 'slope']),
    row(['---', ...sizes.map(() => '---:'), '---:']),
    ...lines.map(({ name, points, slope }) =>
      row([name, ...sizes.map(({ events }) => points.find((point) => point.events === events)?.ms.toFixed(1) ?? ''), slope.toFixed(2)]),
    ),
    row(['import, events per second', ...imported, '']),
  ].join('\n')
}
/** CPU time of one request, which does not depend on concurrent requests. */
const cpuTime = ({ node_ms, postgres_ms }: Measured): number => node_ms + postgres_ms

interface Line {
  readonly name: string
  readonly points: readonly { readonly events: number; readonly ms: number }[]
  readonly slope: number
}
/** Slope of the regression line on logarithmic axes: 0 is constant, 1 grows linearly with the calendar. */
function slopeOf(points: Line['points']): number {
  const at = points.map(({ events, ms }) => [Math.log10(events), Math.log10(ms)] as const)
  const mean = (i: 0 | 1): number => at.reduce((sum, point) => sum + point[i], 0) / at.length
  const [x, y] = [mean(0), mean(1)]
  return at.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0) / at.reduce((sum, [a]) => sum + (a - x) ** 2, 0)
}

function draw(lines: readonly Line[], sizes: readonly number[], setup: string): string {
  const [low, high] = [Math.log10(sizes[0] ?? 1), Math.log10(sizes.at(-1) ?? 10)]
  const x = (events: number): number => 70 + ((Math.log10(events) - low) / (high - low)) * (PLOT - 70)
  const y = (ms: number): number =>
    BOTTOM -
    ((Math.log10(Math.min(LAST, Math.max(FIRST, ms))) - Math.log10(FIRST)) / (Math.log10(LAST) - Math.log10(FIRST))) * (BOTTOM - TOP)
  const ticks = [1, 10, 100, 1_000].map(
    (ms) =>
      `<line x1="70" x2="${PLOT}" y1="${y(ms)}" y2="${y(ms)}" stroke="#8886"/><text x="62" y="${y(ms) + 4}" text-anchor="end">${ms} ms</text>`,
  )
  const columns = sizes.map(
    (events) =>
      `<line x1="${x(events)}" x2="${x(events)}" y1="${TOP}" y2="${BOTTOM}" stroke="#8884"/><text x="${x(events)}" y="${BOTTOM + 20}" text-anchor="${events === sizes.at(-1) ? 'end' : 'middle'}">${events.toLocaleString('en')}</text>`,
  )
  // Labels are placed at the ends of their lines, moved apart where they would overlap.
  const sorted = lines.toSorted((a, b) => (b.points.at(-1)?.ms ?? 0) - (a.points.at(-1)?.ms ?? 0))
  let last = TOP - 20
  const drawn = sorted.map(({ name, points, slope }, i) => {
    const color = `hsl(${Math.round((i * 360) / lines.length)} 65% 42%)`
    const end = y(points.at(-1)?.ms ?? 0)
    last = Math.max(last + 17, end)
    const path = points.map(({ events, ms }) => `${x(events).toFixed(1)},${y(ms).toFixed(1)}`).join(' ')
    return `<polyline points="${path}" fill="none" stroke="${color}" stroke-width="2"/><polyline points="${PLOT},${end.toFixed(1)} ${PLOT + 24},${last.toFixed(1)}" fill="none" stroke="${color}" stroke-width="0.7"/><text x="${PLOT + 28}" y="${(last + 4).toFixed(1)}" fill="${color}">${name}: ${(points.at(-1)?.ms ?? 0).toFixed(1)} ms, slope ${slope.toFixed(2)}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${Math.max(BOTTOM + 40, last + 20)}" font-family="system-ui, sans-serif" font-size="13" fill="#334155">
<text x="12" y="24" font-size="16" font-weight="600">CPU time per request by size of the calendar, Node and PostgreSQL together, ${setup}</text>
${[...ticks, ...columns, ...drawn].join('\n')}
</svg>
`
}
