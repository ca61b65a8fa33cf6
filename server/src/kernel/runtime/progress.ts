// Progress of a long command, for people who wait: a bar on a terminal, a line now and then in a log.

export interface Progress {
  step(done: number): void
  end(): void
}

const WIDTH = 30
/** `out` is where people look: the standard error stream. */
export function createProgress(
  what: string,
  total: number,
  now: () => number,
  out: { isTTY?: boolean; write(text: string): unknown } = process.stderr,
): Progress {
  const start = now()
  let shown = start - 1_000
  const line = (done: number): string => {
    const [part, seconds] = [total === 0 ? 1 : done / total, (now() - start) / 1_000]
    const rate = Math.round(done / Math.max(seconds, 0.001))
    const left = done === 0 ? '' : `, ${Math.ceil((total - done) / Math.max(rate, 1))} s left`
    const bar = '█'.repeat(Math.round(part * WIDTH)).padEnd(WIDTH, '░')
    return `${what} ${bar} ${String(Math.floor(part * 100)).padStart(3)} %  ${done.toLocaleString('en')} of ${total.toLocaleString('en')}, ${rate.toLocaleString('en')}/s${done < total ? left : ''}`
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
