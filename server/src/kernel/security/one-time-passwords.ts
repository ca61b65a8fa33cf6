// One-time passwords by time (TOTP, RFC 6238) and recovery codes.
import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** The values that all authenticator apps support. */
const STANDARD = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const SECRET_BYTES = 20
/** Codes of the step before and after are accepted, because clocks differ. */
const STEPS_AROUND = 1

export const generateTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32
/** The URI that authenticator apps read from a QR code. */
export const totpUri = (secret: string, issuer: string, label: string): string =>
  new TOTP({ ...STANDARD, issuer, label, secret: Secret.fromBase32(secret) }).toString()

/** Returns the time step of the code, or null if the code is wrong. */
export function matchTotp(secret: string, code: string, now: Temporal.Instant): number | null {
  const timestamp = now.epochMilliseconds
  const delta = new TOTP({ ...STANDARD, secret: Secret.fromBase32(secret) }).validate({ token: code, timestamp, window: STEPS_AROUND })
  return delta === null ? null : Math.floor(timestamp / 1_000 / STANDARD.period) + delta
}

const RECOVERY_CODES = 10
const RECOVERY_BYTES = 10
/** 80 random bits each, in four groups of letters and digits. */
export const generateRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    [...new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_BYTES)).buffer }).base32.toLowerCase().matchAll(/.{4}/g)].join('-'),
  )
/** People type codes with spaces, without hyphens, or in capitals. */
export const normalizeCode = (code: string): string => code.toLowerCase().replaceAll(/[\s-]+/g, '')
