// The JSON of passkeys that browsers send and receive (WebAuthn Level 3): types of inputs, and schemas of options.
import Type, { type TSchema } from 'typebox'
import { FieldError } from '../../kernel/errors/problems.ts'
import { isObject } from '../../kernel/http/request-parsing.ts'
import type { ValueType } from '../../kernel/validation/value-types.ts'

interface Credential<Response> {
  readonly id: string
  readonly response: Response
}
export type SignInCredential = Credential<{
  readonly clientDataJSON: string
  readonly authenticatorData: string
  readonly signature: string
  readonly userHandle: string
}>
export type NewCredential = Credential<{
  readonly clientDataJSON: string
  readonly attestationObject: string
  readonly transports?: readonly string[]
}>

/** An ID has at most 1,023 bytes. */
const ID_MAX = 1_364
const CLIENT_DATA_MAX = 4_096
const TRANSPORTS_MAX = 10
const base64url = (max: number) => Type.String({ minLength: 1, maxLength: max, pattern: '^[\\w-]+$' })
const transports = Type.Array(Type.String({ pattern: '^[a-z-]{1,32}$' }), { maxItems: TRANSPORTS_MAX })

/** The members that the server reads. Browsers send others, and new versions of them may add more, so they are ignored. */
export const signInCredential = credentialOf<SignInCredential>({
  clientDataJSON: { max: CLIENT_DATA_MAX },
  authenticatorData: { max: 4_096 },
  signature: { max: 4_096 },
  userHandle: { max: 86 },
})
export const newCredential = credentialOf<NewCredential>({
  clientDataJSON: { max: CLIENT_DATA_MAX },
  attestationObject: { max: 20_000 },
  transports: 'transports',
})

type Members = Readonly<Record<string, { readonly max: number } | 'transports'>>
function credentialOf<T extends Credential<unknown>>(members: Members): ValueType<T> {
  const schemas = Object.entries(members).map(([name, member]): [string, TSchema] => [
    name,
    member === 'transports' ? Type.Optional(transports) : base64url(member.max),
  ])
  return {
    schema: Type.Object({
      id: base64url(ID_MAX),
      type: Type.String({ enum: ['public-key'] }),
      response: Type.Object(Object.fromEntries(schemas)),
    }),
    parse: (value) => {
      const { id, type, response } = isObject(value) ? value : {}
      if (!isBase64url(id, ID_MAX) || type !== 'public-key' || !isObject(response)) return new FieldError('not_passkey')
      const read: Record<string, unknown> = {}
      for (const [name, member] of Object.entries(members)) {
        const sent = Object.hasOwn(response, name) ? response[name] : undefined
        if (!(member === 'transports' ? sent === undefined || isTransports(sent) : isBase64url(sent, member.max)))
          return new FieldError('not_passkey')
        read[name] = sent
      }
      return { id, response: read } as unknown as T
    },
  }
}
const isBase64url = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.length <= max && /^[\w-]+$/.test(value)
const isTransports = (value: unknown): boolean =>
  Array.isArray(value) && value.length <= TRANSPORTS_MAX && value.every((each) => typeof each === 'string' && /^[a-z-]{1,32}$/.test(each))

const KEY_TYPE = Type.String({ enum: ['public-key'] })
const REQUIRED = Type.String({ enum: ['required'] })
const KNOWN_CREDENTIALS = Type.Array(Type.Object({ id: Type.String(), type: KEY_TYPE, transports: Type.Array(Type.String()) }))
const shared = { challenge: Type.String(), timeout: Type.Integer() }
export const SIGN_IN_OPTIONS = Type.Object({
  options: Type.Object({ ...shared, rpId: Type.String(), allowCredentials: KNOWN_CREDENTIALS, userVerification: REQUIRED }),
})
export const REGISTRATION_OPTIONS = Type.Object({
  options: Type.Object({
    ...shared,
    rp: Type.Object({ id: Type.String(), name: Type.String() }),
    user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
    pubKeyCredParams: Type.Array(Type.Object({ alg: Type.Integer(), type: KEY_TYPE })),
    excludeCredentials: KNOWN_CREDENTIALS,
    authenticatorSelection: Type.Object({ residentKey: REQUIRED, requireResidentKey: Type.Boolean(), userVerification: REQUIRED }),
    attestation: Type.String({ enum: ['none'] }),
    extensions: Type.Object({ credProps: Type.Boolean() }),
    hints: Type.Array(Type.String()),
  }),
})
