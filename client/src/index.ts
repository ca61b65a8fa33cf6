// What `@kalends/client` offers.
export { createClient, type Client } from './client.ts'
export { isKalendsError, KalendsError, type Fault, type LocalCode } from './errors.ts'
export type { ClientOptions, CreateOptions, FieldsOptions, RequestOptions, UnlockOptions, Warning, WriteOptions } from './options.ts'
export type * from './records.ts'
export { etagOf, type Sending } from './send.ts'
