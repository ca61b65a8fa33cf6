// Passkeys (WebAuthn credentials): challenges, verification of the responses of browsers, and the stored public keys (contract 15.4).
import { createHash } from 'node:crypto'
import type { generateRegistrationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { Site } from '../../engine/definition/kind.ts'
import { loadCalendarId } from '../../kernel/database/calendar-id.ts'
import type { Db } from '../../kernel/database/database.ts'
import { sql } from '../../kernel/database/sql.ts'
import { hashToken } from '../../kernel/security/caller.ts'
import type { SessionOrigin } from '../../kernel/security/sessions.ts'
import { ACCOUNT, type Account } from './account.ts'
import { createSecret, deleteLinks, PASSKEY_MINUTES } from './one-time-links.ts'
import type { NewCredential, SignInCredential } from './passkey-credentials.ts'

const loadLibrary = () => import('./webauthn.ts')

const TIMEOUT_MS = PASSKEY_MINUTES * 60_000
/** EdDSA, ES256 and RS256, by their numbers in COSE. */
const ALGORITHMS = [-8, -7, -257]

export interface Passkey {
  readonly id: number
  readonly credential_id: string
  readonly public_key: Uint8Array
  readonly counter: number
  readonly transports: readonly string[]
  readonly label: string
  readonly created_at: string
  readonly last_used_at: string | null
}
const PASSKEY = sql`id, credential_id, public_key, counter, transports, label, created_at, last_used_at`
export const listPasskeys = (db: Db, userId: number | null): Promise<Passkey[]> =>
  db.query<Passkey>(sql`select ${PASSKEY} from passkeys where user_id = ${userId} order by id`)

/** The calendar and its address, to which passkeys are bound. */
const relyingPartyId = ({ origin }: SessionOrigin): string => new URL(origin).hostname
/**
 * The ID of a user in authenticators, which replace a passkey by another one with the same ID. It differs between calendars, because those on
 * one host share their passkeys.
 */
const userHandle = async (db: Db, userId: number): Promise<Buffer> =>
  createHash('sha256')
    .update(`${await loadCalendarId(db)} ${userId}`)
    .digest()

interface ChallengeOwner {
  /** Null: anybody who signs in. */
  readonly userId: number | null
  readonly now: Temporal.Instant
}
const purposeOf = ({ userId }: ChallengeOwner) => (userId === null ? 'passkey-sign-in' : 'passkey-registration')
/** Stores the digest of a new challenge. A user has one challenge for a registration at a time. */
async function createChallenge(db: Db, owner: ChallengeOwner): Promise<Uint8Array<ArrayBuffer>> {
  const purpose = purposeOf(owner)
  if (owner.userId !== null) await deleteLinks(db, owner.userId, purpose)
  const { secret: challenge } = await createSecret(db, { purpose, ...owner })
  return Uint8Array.fromBase64(challenge, { alphabet: 'base64url' })
}
/** Returns the challenge that a response answers, and deletes it, so that no second response can. Returns null if it is not valid. */
export async function takeChallenge(
  db: Db,
  { clientDataJSON }: { readonly clientDataJSON: string },
  owner: ChallengeOwner,
): Promise<string | null> {
  const challenge = await challengeIn(clientDataJSON)
  if (challenge === null) return null
  const [row] = await db.query<{ is_valid: boolean }>(sql`
delete from one_time_secrets
where digest = ${hashToken(challenge)} and purpose = ${purposeOf(owner)} and user_id is not distinct from ${owner.userId}
returning expires_at > ${owner.now.toString()} as is_valid`)
  return row?.is_valid ? challenge : null
}
async function challengeIn(clientDataJSON: string): Promise<string | null> {
  const { decodeClientDataJSON } = await loadLibrary()
  try {
    const { challenge, crossOrigin } = decodeClientDataJSON(clientDataJSON) as { challenge: unknown; crossOrigin?: unknown }
    // A page in a frame of another site could mislead the person about where they sign in.
    return typeof challenge === 'string' && crossOrigin !== true ? challenge : null
  } catch {
    return null
  }
}

/** The options name no passkeys, so they reveal no account. */
export const signInOptions = async (db: Db, sessions: SessionOrigin, now: Temporal.Instant) =>
  (await loadLibrary()).generateAuthenticationOptions({
    rpID: relyingPartyId(sessions),
    challenge: await createChallenge(db, { userId: null, now }),
    allowCredentials: [],
    userVerification: 'required',
    timeout: TIMEOUT_MS,
  })
export const registrationOptions = async (
  db: Db,
  sessions: SessionOrigin,
  { account, site, now }: { readonly account: Account; readonly site: Site; readonly now: Temporal.Instant },
) =>
  (await loadLibrary()).generateRegistrationOptions({
    rpID: relyingPartyId(sessions),
    rpName: site.name || relyingPartyId(sessions),
    userID: new Uint8Array(await userHandle(db, account.id)),
    userName: account.login,
    userDisplayName: account.name || account.login,
    challenge: await createChallenge(db, { userId: account.id, now }),
    excludeCredentials: (await listPasskeys(db, account.id)).map(({ credential_id: id, transports }) => ({
      id,
      transports: transports as Transports,
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    timeout: TIMEOUT_MS,
  })
/** Browsers may report transports that the library does not know yet. */
type Transports = NonNullable<NonNullable<Parameters<typeof generateRegistrationOptions>[0]['excludeCredentials']>[number]['transports']>

export interface VerifiedKey {
  readonly credentialId: string
  readonly publicKey: Uint8Array
  readonly counter: number
  readonly transports: readonly string[]
}
/** Returns the key of a new passkey, or null if the response is not valid. */
export async function verifyRegistration(
  { id, response }: NewCredential,
  challenge: string,
  sessions: SessionOrigin,
): Promise<VerifiedKey | null> {
  const { clientDataJSON, attestationObject, transports = [] } = response
  const { verifyRegistrationResponse } = await loadLibrary()
  // The library throws for most of the reasons for which a response is not valid.
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject: await withoutStatement(attestationObject) },
      },
      expectedChallenge: challenge,
      expectedOrigin: sessions.origin,
      expectedRPID: relyingPartyId(sessions),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (registrationInfo?.credential.id !== id) return null
    const { publicKey, counter } = registrationInfo.credential
    return { credentialId: id, publicKey, counter, transports }
  } catch {
    return null
  }
}
/**
 * Removes the attestation statement, which the options do not ask for. The library would read certificates in it, and request the lists of
 * revoked certificates from the URLs in them.
 */
async function withoutStatement(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoCBOR } = await loadLibrary()
  const authData = decodeAttestationObject(Uint8Array.fromBase64(attestationObject, { alphabet: 'base64url' })).get('authData')
  const none = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ])
  return isoCBOR.encode(none as Parameters<typeof isoCBOR.encode>[0]).toBase64({ alphabet: 'base64url', omitPadding: true })
}

/** Returns null if there is such a passkey already. */
export async function storePasskey(
  db: Db,
  { userId, label, now }: { readonly userId: number; readonly label: string; readonly now: Temporal.Instant },
  { credentialId, publicKey, counter, transports }: VerifiedKey,
): Promise<Passkey | null> {
  const [row] = await db.query<Passkey>(sql`
insert into passkeys (user_id, credential_id, public_key, counter, transports, label, created_at)
values (${userId}, ${credentialId}, ${Buffer.from(publicKey)}, ${counter}, ${[...transports]}, ${label}, ${now.toString()})
on conflict (credential_id) do nothing returning ${PASSKEY}`)
  return row ?? null
}
export async function deletePasskey(db: Db, userId: number, id: number): Promise<Passkey | null> {
  const [row] = await db.query<Passkey>(sql`delete from passkeys where id = ${id} and user_id = ${userId} returning ${PASSKEY}`)
  return row ?? null
}

/** Finds a passkey with its user, and locks the user, so that one sign-in after another compares the counter. */
export async function lockPasskey(db: Db, credentialId: string): Promise<{ passkey: Passkey; account: Account } | null> {
  const [account] = await db.query<Account>(sql`
select ${ACCOUNT} from users u where u.id = (select user_id from passkeys where credential_id = ${credentialId}) for update`)
  if (!account) return null
  const [passkey] = await db.query<Passkey>(
    sql`select ${PASSKEY} from passkeys where credential_id = ${credentialId} and user_id = ${account.id}`,
  )
  return passkey ? { passkey, account } : null
}
interface SignInResponse {
  readonly credential: SignInCredential
  readonly challenge: string
  readonly userId: number
}
/** Verifies a response and stores the counter of the authenticator. Returns whether the response is valid. */
export async function usePasskey(
  db: Db,
  passkey: Passkey,
  { credential, challenge, userId }: SignInResponse,
  { sessions, now }: { readonly sessions: SessionOrigin; readonly now: Temporal.Instant },
): Promise<boolean> {
  const { id, response } = credential
  if (response.userHandle !== (await userHandle(db, userId)).toString('base64url')) return false
  const counter = await verifiedCounter({
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
    credential: { id, publicKey: new Uint8Array(passkey.public_key), counter: passkey.counter },
    expectedChallenge: challenge,
    expectedOrigin: sessions.origin,
    expectedRPID: relyingPartyId(sessions),
    requireUserVerification: true,
  })
  if (counter === null) return false
  await db.query(sql`update passkeys set counter = ${counter}, last_used_at = ${now.toString()} where id = ${passkey.id}`)
  return true
}
async function verifiedCounter(options: Parameters<typeof verifyAuthenticationResponse>[0]): Promise<number | null> {
  const { verifyAuthenticationResponse: verifyResponse } = await loadLibrary()
  try {
    const { verified, authenticationInfo } = await verifyResponse(options)
    return verified ? authenticationInfo.newCounter : null
  } catch {
    // The library throws for most of the reasons for which a response is not valid, such as a counter that went back.
    return null
  }
}
