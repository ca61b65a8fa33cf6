import { UnreadableDocument, type ImportOptions, type ReadItems } from '../importer.ts'
export const readCopy = (_: Uint8Array, __: ImportOptions): ReadItems => {
  throw new UnreadableDocument('not_kalends')
}
