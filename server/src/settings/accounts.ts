// Settings of accounts: mail, the ways to sign in, and OpenID Connect.
import {
  booleanSetting,
  listSetting,
  patternSetting,
  secretSetting,
  serverUrlSetting,
  stringSetting,
} from '../kernel/validation/setting-types.ts'

export const MAIL = {
  SMTP_URL: serverUrlSetting('URL of the server that sends mail. If empty, no mail is sent, and links are shown to administrators only.', {
    fallback: '',
    schemes: ['smtp', 'smtps'],
    example: 'smtp://user:password@host:587',
  }),
  MAIL_FROM: patternSetting('Sender of mail, for example: Library events <events@example.org>. Required with SMTP_URL.', {
    fallback: '',
    values: 'email address, optionally with a name',
    pattern: /^$|^[^<>@\s]+@[^<>@\s]+$|^[^<>\r\n]+<[^<>@\s]+@[^<>@\s]+>$/,
    expected: 'an email address such as events@example.org or Events <events@example.org>',
  }),
} as const

export const SIGN_IN_METHODS = ['password', 'passkey', 'oidc'] as const
export const SIGN_IN = {
  SIGN_IN_METHODS: listSetting('Ways to sign in. `oidc` also needs OIDC_ISSUER.', SIGN_IN_METHODS.join(','), {
    expected: `one of ${SIGN_IN_METHODS.join(', ')}`,
    plural: `values of ${SIGN_IN_METHODS.join(', ')}`,
    test: (item) => SIGN_IN_METHODS.some((method) => method === item),
  }),
  // The issuer of some providers ends with a slash, which the setting must keep.
  OIDC_ISSUER: patternSetting('URL of the OpenID Connect provider. If empty, nobody signs in with OpenID Connect.', {
    fallback: '',
    values: 'http or https URL',
    pattern: /^$|^https?:\/\/[^\s?#]+$/,
    expected: 'an http or https URL without query and fragment',
  }),
  OIDC_CLIENT_ID: stringSetting('ID of this calendar at the OpenID Connect provider.', ''),
  OIDC_CLIENT_SECRET: secretSetting('Secret of this calendar at the OpenID Connect provider. Empty for a public client.'),
  OIDC_SCOPES: stringSetting('Scopes that a sign-in with OpenID Connect asks for.', 'openid profile email', 'scopes separated by spaces'),
  OIDC_CREATE_USERS: booleanSetting('Create a user at the first sign-in with OpenID Connect.', false),
  OIDC_LINK_BY_EMAIL: booleanSetting(
    'Link an identity to the user with the same email address, if the provider has verified it and the user has no password.',
    false,
  ),
  OIDC_ROLE_CLAIM: stringSetting(
    'Claim of the provider that has the roles or groups of the user, such as groups. If empty, roles are assigned in this calendar.',
    '',
    'name of a claim',
  ),
  OIDC_ROLES: listSetting('Roles by value of OIDC_ROLE_CLAIM. A user with several values has the highest of these roles.', '', {
    expected: 'a value with its role such as calendar-editors=editor',
    plural: 'pairs of a value and its role',
    test: (item) => /^[^=]+=(contributor|author|editor|administrator)$/.test(item),
  }),
} as const
