// The files that were chosen in this tab. The server forgets a file when its run has read it, and the run after a check needs it again.

const files = new Map<number, File>()
export const keepFile = (source: number, file: File): void => void files.set(source, file)
export const keptFile = (source: number): File | null => files.get(source) ?? null
