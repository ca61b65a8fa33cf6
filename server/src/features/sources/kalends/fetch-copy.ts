import { UnreadableDocument } from '../importer.ts'
export const fetchCopy = async (): Promise<Buffer> => {
  throw new UnreadableDocument('not_kalends')
}
