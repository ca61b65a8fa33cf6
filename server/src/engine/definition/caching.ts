// Types of caching: how long a response is valid, surrogate keys, cached JSON fragments and revisions of the change log.
import type { Sql } from '../../kernel/database/sql.ts'

/** Time for which a response stays valid if nothing is written: until the next second, the next day in the site's zone, or without limit. */
export type CacheLifetime = 'second' | 'day' | 'always'
/** The same, or until an instant in milliseconds since 1970. */
export type ResponseLifetime = CacheLifetime | { readonly until: number }

export interface SurrogateKeyOptions {
  /** Response headers that carry the keys. Fastly, Varnish, Cloudflare, CloudFront and Akamai use different ones. Empty: no keys are sent. */
  readonly headers: readonly string[]
  /** CDNs limit the number of keys and silently ignore the rest. */
  readonly maxKeys: number
}

/** JSON that is already serialized. */
export interface JsonFragment {
  readonly bytes: Buffer
  /** Hash of the bytes. */
  readonly hash: string
  /** Surrogate keys of the records in a cached fragment. */
  readonly surrogateKeys?: readonly string[]
}

/** Identifies the committed changes that a statement sees. The text differs whenever they differ, and only rarely otherwise. */
export interface Revision {
  /** Returns an SQL expression for the revision of the changes (`c`) that match the condition. */
  expression(condition: Sql): Sql
  /** Must be called with each revision that was read. */
  observe(revision: string): void
}
