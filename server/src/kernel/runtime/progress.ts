// Progress of a long command: a bar on a terminal, or a line every ten seconds in a log.

export interface Progress {
  step(done: number): void
  end(): void
}

const WIDTH = 30
export function createProgress(
  label: string,
  total: number,
  now: () => number,
  out: { isTTY?: boolean; write(text: string): unknown } = process.stderr,
): Progress {
  const start = now()
  let shown = start - 1_000
  const line = (done: number): string => {
    const [fraction, seconds] = [total === 0 ? 1 : done / total, (now() - start) / 1_000]
    const rate = Math.round(done / Math.max(seconds, 0.001))
    const left = done === 0 ? '' : `, ${Math.ceil((total - done) / Math.max(rate, 1))} s left`
    const bar = '█'.repeat(Math.round(fraction * WIDTH)).padEnd(WIDTH, '░')
    return `${label} ${bar} ${String(Math.floor(fraction * 100)).padStart(3)} %  ${done.toLocaleString('en')} of ${total.toLocaleString('en')}, ${rate.toLocaleString('en')}/s${done < total ? left : ''}`
  }
  let last = 0
  return {
    step: (done) => {
      last = done
      if (now() - shown < (out.isTTY ? 100 : 10_000)) return
      shown = now()
      out.write(out.isTTY ? `\r\x1b[K${line(done)}` : `${line(done)}\n`)
    },
    end: () => out.write(out.isTTY ? `\r\x1b[K${line(last)}\n` : `${line(last)}\n`),
  }
}
