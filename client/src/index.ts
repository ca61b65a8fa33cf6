// Exports the public API of `@kalends/client`.
export type {
  Accounts,
  CredentialJson,
  InvitedUser,
  NewUser,
  Passkey,
  Passkeys,
  Passwords,
  Session,
  Sessions,
  SignInMethod,
  SignInResult,
  Token,
  Tokens,
  User,
  UserChanges,
  UserListParams,
  UserPage,
  UserRole,
  Users,
  UserStatus,
} from './accounts.ts'
export type { Administration, DoctorReport, Finding, SecurityEntry, SecurityLogParams, ServerSetting } from './administration.ts'
export type { Change, ChangedKind, ChangeFeed, ChangesPage, ChangesParams, RecordsByKind, Removal, Upsert } from './changes.ts'
export { createClient, type Client } from './client.ts'
export type { FieldChange, History, HistoryCollection, HistoryEntry, HistoryPage, UndoOptions, UndoResult } from './history.ts'
export { isKalendsError, KalendsError, type ClientErrorCode, type FieldError } from './errors.ts'
export type { LiveChanges, LiveOptions, LiveParams } from './live-changes.ts'
export type {
  ManagedWebhook,
  WebhookChanges,
  WebhookDelivery,
  WebhookDeliveryPage,
  WebhookDeliveryState,
  WebhookEvent,
  Webhooks,
  WebhookWithSecret,
} from './managed-webhooks.ts'
export type {
  ImportSource,
  ImportSourceChanges,
  RunColumn,
  RunItem,
  RunOutcome,
  RunState,
  Sources,
  SourceRun,
  SourceType,
  StartRunOptions,
} from './sources.ts'
export type { MirrorEntry, MirrorOptions, MirrorStore } from './mirror.ts'
export type {
  BatchOperation,
  BatchOptions,
  BatchResponse,
  ClientOptions,
  CreateOptions,
  DateWriteOptions,
  DryRunOptions,
  FieldsOptions,
  PasswordOptions,
  RequestOptions,
  UpdateOptions,
  UpsertOptions,
  Warning,
  WriteOptions,
} from './options.ts'
export type * from './records.ts'
export type {
  CountParams,
  QueuedReview,
  Review,
  ReviewedCollection,
  ReviewNote,
  StatusCounts,
  WorkingCopy,
  WorkingCopyOptions,
} from './review.ts'
export { changeIdOf, etagOf, type RequestSpec } from './send.ts'
export {
  verifyWebhook,
  WebhookError,
  type BehindMessage,
  type RecordMessage,
  type TestMessage,
  type WebhookHeaders,
  type WebhookMessage,
} from './webhooks.ts'
export type { ImageUse } from './image-uses.ts'
