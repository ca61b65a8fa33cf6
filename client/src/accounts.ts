// Users, and the sign-in, sessions and tokens of the caller.
import { createCall, type Call } from './call.ts'
import type { RequestOptions } from './options.ts'
import type { Language } from './records.ts'
import type { Send } from './send.ts'

export type UserRole = 'subscriber' | 'contributor' | 'author' | 'editor' | 'administrator'
export type UserStatus = 'active' | 'invited' | 'disabled'
export interface User {
  id: number
  login: string
  name: string
  email: string | null
  /** A new email address that is not confirmed yet. */
  pending_email: string | null
  role: UserRole
  language: Language | null
  status: UserStatus
  /** Whether sign-ins with a password need a code too. */
  second_factor: boolean
  last_seen_utc: string | null
}
export interface InvitedUser extends User {
  /** The link to choose a password, which is shown once; `null` for a user who was added with a password. */
  invitation: { url: string; expires_utc: string } | null
}
export interface UserChanges {
  /** `null` removes a name, an email address or a language. */
  name?: string | null
  email?: string | null
  language?: Language | null
  role?: UserRole
  status?: 'active' | 'disabled'
}
export interface NewUser extends Pick<UserChanges, 'name' | 'email' | 'language'> {
  login: string
  role: UserRole
  /** Without a password the user is invited. */
  password?: string
}
export interface UserListParams {
  page?: number
  per_page?: number
  search?: string
  role?: UserRole
  status?: UserStatus
}
export interface UserPage {
  users: User[]
  total: number
  total_pages: number
}
export interface Users {
  list(params?: UserListParams, options?: RequestOptions): Promise<UserPage>
  get(id: number, options?: RequestOptions): Promise<User>
  /** Adds a user. Without a password the user is invited. */
  create(user: NewUser, options?: RequestOptions): Promise<InvitedUser>
  update(id: number, changes: UserChanges, options?: RequestOptions): Promise<User>
  /** Removes a user with all personal data. `reassign` is the user who becomes the author of the records. */
  delete(id: number, params?: { reassign?: number }, options?: RequestOptions): Promise<User>
  /** Invites a user again. The previous link stops working. */
  invite(id: number, options?: RequestOptions): Promise<InvitedUser>
}

/** Either the user is signed in, or the sign-in is completed with the token and a code of the second factor. */
export type SignInResult = { user: User; second_factor: null } | { user: null; second_factor: { token: string; expires_utc: string } }
export interface Session {
  id: number
  method: 'invitation' | 'password' | 'passkey' | 'oidc'
  created_utc: string
  last_seen_utc: string
  user_agent: string
  address: string
  /** Whether it is the session of this request. */
  current: boolean
}
export type SignInMethod = 'password' | 'passkey' | 'oidc'
/** Options of `navigator.credentials`, and the credential that it returns, both in their JSON form. */
export type CredentialJson = Readonly<Record<string, unknown>>
/** These requests need the option `session` of the client, in a page of the calendar itself. */
export interface Sessions {
  /** Returns the ways to sign in that the calendar offers. */
  methods(options?: RequestOptions): Promise<{ methods: SignInMethod[] }>
  signIn(credentials: { login: string; password: string }, options?: RequestOptions): Promise<SignInResult>
  /** Completes a sign-in with a code of the authenticator app, or a recovery code. */
  completeSignIn(answer: { token: string; code: string }, options?: RequestOptions): Promise<{ user: User }>
  /** Starts a sign-in with a passkey. The options are for `navigator.credentials.get`. */
  startPasskey(options?: RequestOptions): Promise<{ options: CredentialJson }>
  signInWithPasskey(credential: object, options?: RequestOptions): Promise<{ user: User }>
  /** `provider_sign_out_url` also ends the session at the OpenID Connect provider, if the person signed in there. */
  signOut(options?: RequestOptions): Promise<{ ended: number; provider_sign_out_url: string | null }>
  list(options?: RequestOptions): Promise<{ sessions: Session[] }>
  end(id: number, options?: RequestOptions): Promise<{ ended: number }>
  endOthers(options?: RequestOptions): Promise<{ ended: number }>
}

export interface Token {
  id: number
  label: string
  scope: 'read' | 'write' | 'admin'
  created_utc: string
  expires_utc: string | null
  last_used_utc: string | null
}
export interface Tokens {
  list(options?: RequestOptions): Promise<{ tokens: Token[] }>
  /** Creates a token of the caller. Its `secret` is shown once. */
  create(token?: { label?: string; scope?: Token['scope']; days?: number }, options?: RequestOptions): Promise<Token & { secret: string }>
  revoke(id: number, options?: RequestOptions): Promise<Token>
}
export interface Passkey {
  id: number
  label: string
  created_utc: string
  last_used_utc: string | null
}
/** Passkeys of the caller. */
export interface Passkeys {
  list(options?: RequestOptions): Promise<{ passkeys: Passkey[] }>
  /** Starts a registration. The options are for `navigator.credentials.create`. */
  start(options?: RequestOptions): Promise<{ options: CredentialJson }>
  /** Adds a passkey. All other sessions of the caller end. */
  create(passkey: { label?: string; credential: object }, options?: RequestOptions): Promise<Passkey>
  delete(id: number, options?: RequestOptions): Promise<Passkey>
}
/** The password and the second factor of the caller, and the links that the calendar sends or prints. `token` is the part of a link after `#`. */
export interface Passwords {
  acceptInvitation(answer: { token: string; password: string; name?: string }, options?: RequestOptions): Promise<SignInResult>
  addFirstAdministrator(
    administrator: { token: string; login: string; password: string; name?: string; email?: string },
    options?: RequestOptions,
  ): Promise<SignInResult>
  /** Requests a link to choose a new password. The response is the same whether the account exists or not. */
  requestReset(login: string, options?: RequestOptions): Promise<{ status: 'accepted' }>
  reset(answer: { token: string; password: string }, options?: RequestOptions): Promise<SignInResult>
  change(change: { current_password: string; password: string }, options?: RequestOptions): Promise<{ user: User }>
  confirmEmail(token: string, options?: RequestOptions): Promise<{ status: string }>
  /** Creates the secret of a second factor. It counts after `confirmSecondFactor`. */
  startSecondFactor(currentPassword: string, options?: RequestOptions): Promise<{ secret: string; uri: string }>
  confirmSecondFactor(code: string, options?: RequestOptions): Promise<{ recovery_codes: string[] }>
  renewRecoveryCodes(currentPassword: string, options?: RequestOptions): Promise<{ recovery_codes: string[] }>
  removeSecondFactor(currentPassword: string, options?: RequestOptions): Promise<{ user: User }>
}
export interface Accounts {
  users: Users
  passkeys: Passkeys
  passwords: Passwords
  sessions: Sessions
  tokens: Tokens
}

export function createAccounts(send: Send, clientLanguage: string | undefined): Accounts {
  const call = createCall(send, clientLanguage)
  return {
    users: {
      list: (params = {}, options) => call({ method: 'GET', path: '/users', query: params }, options),
      get: (id, options) => call({ method: 'GET', path: `/users/${id}` }, options),
      create: (body, options) => call({ method: 'POST', path: '/users', body }, options),
      update: (id, body, options) => call({ method: 'PATCH', path: `/users/${id}`, body }, options),
      delete: (id, params = {}, options) => call({ method: 'DELETE', path: `/users/${id}`, query: params }, options),
      invite: (id, options) => call({ method: 'POST', path: `/users/${id}/invitation` }, options),
    },
    passkeys: {
      list: (options) => call({ method: 'GET', path: '/me/passkeys' }, options),
      start: (options) => call({ method: 'POST', path: '/me/passkeys/options', body: {} }, options),
      create: (body, options) => call({ method: 'POST', path: '/me/passkeys', body }, options),
      delete: (id, options) => call({ method: 'DELETE', path: `/me/passkeys/${id}` }, options),
    },
    passwords: createPasswords(call),
    sessions: {
      methods: (options) => call({ method: 'GET', path: '/session/methods' }, options),
      startPasskey: (options) => call({ method: 'POST', path: '/session/passkey/options', body: {} }, options),
      signInWithPasskey: (credential, options) => call({ method: 'POST', path: '/session/passkey/verify', body: { credential } }, options),
      signIn: (body, options) => call({ method: 'POST', path: '/session', body }, options),
      completeSignIn: (body, options) => call({ method: 'POST', path: '/session/second-factor', body }, options),
      signOut: (options) => call({ method: 'DELETE', path: '/session' }, options),
      list: (options) => call({ method: 'GET', path: '/me/sessions' }, options),
      end: (id, options) => call({ method: 'DELETE', path: `/me/sessions/${id}` }, options),
      endOthers: (options) => call({ method: 'DELETE', path: '/me/sessions' }, options),
    },
    tokens: {
      list: (options) => call({ method: 'GET', path: '/me/tokens' }, options),
      create: (body = {}, options) => call({ method: 'POST', path: '/me/tokens', body }, options),
      revoke: (id, options) => call({ method: 'DELETE', path: `/me/tokens/${id}` }, options),
    },
  }
}

function createPasswords(call: Call): Passwords {
  const post = <T>(path: string, body: object, options: RequestOptions | undefined): Promise<T> =>
    call({ method: 'POST', path, body }, options)
  return {
    acceptInvitation: (body, options) => post('/invitations/accept', body, options),
    addFirstAdministrator: (body, options) => post('/first-administrator', body, options),
    requestReset: (login, options) => post('/password-reset', { login }, options),
    reset: (body, options) => post('/password-reset/confirm', body, options),
    change: (body, options) => call({ method: 'PUT', path: '/me/password', body }, options),
    confirmEmail: (token, options) => post('/email/confirm', { token }, options),
    startSecondFactor: (current_password, options) => post('/me/second-factor', { current_password }, options),
    confirmSecondFactor: (code, options) => post('/me/second-factor/confirm', { code }, options),
    renewRecoveryCodes: (current_password, options) => post('/me/second-factor/recovery-codes', { current_password }, options),
    removeSecondFactor: (current_password, options) => post('/me/second-factor/remove', { current_password }, options),
  }
}
