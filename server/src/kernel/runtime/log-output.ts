// Writes the log entries of completed requests to standard output, several at once: a write for each of them costs a sixth of a cached response.
import type { DestinationStream } from 'pino'

/** A write of at most this size to a pipe is not mixed with the writes of other processes (PIPE_BUF of Linux). */
const MAX_BYTES = 4_096
/** A process that is killed loses the completed requests of this time. */
const DELAY_MS = 100
/** The message of the entries that may wait. */
export const REQUEST_COMPLETED = 'request completed'

interface LogOutput extends DestinationStream {
  /** The message of the entry that is being written. pino sets it because of the metadata symbol. */
  lastMsg: string
}

/** All other entries are written at once, after those that wait. `write` must write synchronously. */
export function bufferLogEntries(write: (lines: string) => void): LogOutput {
  let [lines, bytes] = ['', 0]
  let timer: NodeJS.Timeout | null = null
  const flush = (): void => {
    if (timer) clearTimeout(timer)
    timer = null
    if (bytes > 0) write(lines)
    ;[lines, bytes] = ['', 0]
  }
  process.once('exit', flush)
  const output: LogOutput = {
    lastMsg: '',
    write(line) {
      const length = Buffer.byteLength(line)
      if (bytes + length > MAX_BYTES) flush()
      lines += line
      bytes += length
      if (output.lastMsg === REQUEST_COMPLETED) timer ??= setTimeout(flush, DELAY_MS).unref()
      else flush()
    },
  }
  return Object.assign(output, { [Symbol.for('pino.metadata')]: true })
}
