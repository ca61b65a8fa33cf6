// The messages that are mailed to users and to senders of submissions, in their language.
import type { Mail } from '../../kernel/outbound/mailer.ts'
import { translator, type Translate } from '../../kernel/text/messages.ts'

/** English texts, which are the keys of the message catalogs. `{url}` and `{note}` are paragraphs of their own, so that mail programs recognize links. */
export const MAIL_TEXTS = {
  invitation: {
    subject: 'Invitation to {calendar}',
    lines: ['You are invited to {calendar}. Open this link to choose a password:', '{url}', 'The link works once, within 7 days.'],
  },
  'password-reset': {
    subject: 'New password for {calendar}',
    lines: [
      'Open this link to choose a new password for your account {login}:',
      '{url}',
      'The link works once, within 30 minutes. If you did not request it, ignore this message: your password stays as it is.',
    ],
  },
  'email-changing': {
    subject: 'New email address of your account',
    lines: [
      'The email address of your account {login} in {calendar} changes as soon as the new address is confirmed.',
      'If you did not request this, change your password and tell an administrator of the calendar.',
    ],
  },
  email: {
    subject: 'Confirm your email address for {calendar}',
    lines: [
      'Open this link to use this email address for your account {login}:',
      '{url}',
      'The link works once, within 24 hours. If you did not request it, ignore this message.',
    ],
  },
  'review-submitted': {
    subject: 'For review: {title}',
    lines: ['{name} has submitted “{title}” for review.', '{note}', '{url}'],
  },
  'review-returned': {
    subject: 'Returned to you: {title}',
    lines: ['{name} has returned “{title}” to you, with this note:', '{note}', '{url}'],
  },
  'review-published': {
    subject: 'Published: {title}',
    lines: ['{name} has published “{title}”.', '{note}', '{url}'],
  },
  // Anybody can have this message sent to any address, so it contains nothing that the sender wrote.
  submission: {
    subject: 'Confirm your event for {calendar}',
    lines: [
      'Somebody submitted an event to {calendar} with this email address. If it was you, open this link to confirm it:',
      '{url}',
      'Please confirm within 24 hours. Keep the link: you can correct the event with it until an editor has decided.',
      'If it was not you, ignore this message. The event is then deleted.',
    ],
  },
  'submission-returned': {
    subject: 'Please correct: {title}',
    lines: ['An editor of {calendar} has a question about your event “{title}”:', '{note}', 'You can correct the event here:', '{url}'],
  },
  'submission-published': {
    subject: 'Published: {title}',
    lines: ['Your event “{title}” is now in {calendar}:', '{url}'],
  },
} as const
export type MailMessage = keyof typeof MAIL_TEXTS
export const MAIL_MESSAGES = Object.keys(MAIL_TEXTS) as readonly MailMessage[]

/** Values of the placeholders, besides `calendar`. */
export type MailValues = Readonly<Partial<Record<'login' | 'url' | 'title' | 'name' | 'note', string>>>
export interface MailContent {
  readonly message: MailMessage
  readonly language: string
  /** Name of the calendar; empty for the default name. */
  readonly calendar: string
  readonly values: MailValues
}
export function composeMail({ message, language, calendar, values }: MailContent): Omit<Mail, 'to'> {
  const translate: Translate = translator(language)
  const { subject, lines } = MAIL_TEXTS[message]
  const all = { calendar: calendar || translate('Events calendar'), ...values }
  const paragraphs = lines.map((line) => (line === '{url}' ? values.url : line === '{note}' ? values.note : translate(line, all)))
  return { subject: translate(subject, all), text: `${paragraphs.filter(Boolean).join('\n\n')}\n` }
}
