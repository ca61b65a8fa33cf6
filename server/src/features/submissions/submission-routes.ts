// Routes of submissions: GET {ns}/submissions/challenge, POST {ns}/submissions, GET and PATCH …/own, and POST …/own/confirm (contract 17.6).
import Type from 'typebox'
import type { Params, Site } from '../../engine/definition/kind.ts'
import { nullable } from '../../engine/definition/fields.ts'
import { param } from '../../engine/definition/resource.ts'
import { languageOnly, privateResponse, rejectDryRun, writeReply } from '../../engine/plain-routes.ts'
import { requireValidQuery, type Route, type RouteRequest, type RouteResponse } from '../../engine/route.ts'
import type { Database } from '../../kernel/database/database.ts'
import { missingParams } from '../../kernel/errors/problems.ts'
import * as values from '../../kernel/validation/value-types.ts'
import { newChallenge } from './challenges.ts'
import { correctSubmission } from './correct-submission.ts'
import { confirmSubmission, receiveSubmission } from './receive-submission.ts'
import { CORRECTION_PARAMS, EVENT_INPUTS, parseInputs, REQUIRED_OF_SENDER, SUBMISSION_PARAMS } from './submission-inputs.ts'
import { findSubmission, showSubmission, SUBMISSION_STATES } from './submission-links.ts'
import { requireOpen, type SubmissionServices } from './submission-services.ts'

const JSON_TYPE = 'application/json'
const TEXTS = {
  challenge: 'Returns a challenge, whose solution a submission must contain. It can be solved once, within 20 minutes.',
  submit: 'Submits an event to the editors. The sender confirms it with a link that is mailed to them.',
  get: 'Returns a submission to its sender.',
  correct: 'Corrects a submission, until an editor publishes the event or puts it away.',
  confirm: 'Confirms a submission, so that it waits for an editor.',
} as const

const CHALLENGE = Type.Object({
  parameters: Type.Object({
    algorithm: Type.String(),
    cost: Type.Integer({ minimum: 1 }),
    expiresAt: Type.Integer({ minimum: 1 }),
    keyLength: Type.Integer({ minimum: 1 }),
    keyPrefix: Type.String(),
    nonce: Type.String(),
    salt: Type.String(),
  }),
  signature: Type.String(),
})
const RECEIVED = Type.Object({ state: Type.String({ enum: ['unconfirmed', 'pending'] }), url: nullable(Type.String()) })
const SUBMISSION = Type.Object({
  state: Type.String({ enum: [...SUBMISSION_STATES] }),
  language: Type.String(),
  inputs: Type.Object(Object.fromEntries(Object.entries(EVENT_INPUTS).map(([name, { type }]) => [name, Type.Optional(type.schema)]))),
  url: nullable(Type.String()),
})
const TOKEN: Params = { token: param(values.boundedText(200), 'Token of the private link.') }
type Handler = (database: Database, services: SubmissionServices, request: RouteRequest) => Promise<RouteResponse>

/** Without services the routes can be described but not called. */
export function submissionRoutes(site: Site, services: SubmissionServices | null): Route[] {
  const params = languageOnly(site)
  const withServices =
    (handle: Handler): Route['handle'] =>
    (database, request) => {
      if (!services) throw new Error('The routes of submissions can only be described.')
      return handle(database, services, request)
    }
  const shared = { access: 'everyone', params, acceptsBody: false } as const
  const own = '/submissions/own'
  const response = { type: JSON_TYPE, schema: SUBMISSION }
  return [
    {
      ...shared,
      method: 'GET',
      path: '/submissions/challenge',
      isPrivate: true,
      response: { ...response, name: 'get_submission_challenge', description: TEXTS.challenge, schema: CHALLENGE },
      handle: withServices(handleChallenge),
    },
    {
      ...shared,
      method: 'POST',
      path: '/submissions',
      acceptsBody: true,
      acceptsFile: true,
      admissionClass: () => 'upload',
      bodyParams: SUBMISSION_PARAMS,
      response: { ...response, name: 'submit_event', description: TEXTS.submit, schema: RECEIVED, status: 202 },
      handle: withServices(handleSubmit),
    },
    {
      ...shared,
      method: 'GET',
      path: own,
      params: { ...TOKEN, ...params },
      isPrivate: true,
      response: { ...response, name: 'get_own_submission', description: TEXTS.get },
      handle: withServices(handleGet),
    },
    {
      ...shared,
      method: 'PATCH',
      path: own,
      acceptsBody: true,
      acceptsFile: true,
      admissionClass: () => 'upload',
      bodyParams: { ...TOKEN, ...CORRECTION_PARAMS },
      response: { ...response, name: 'correct_own_submission', description: TEXTS.correct },
      handle: withServices(handleCorrect),
    },
    {
      ...shared,
      method: 'POST',
      path: `${own}/confirm`,
      acceptsBody: true,
      bodyParams: TOKEN,
      response: { ...response, name: 'confirm_own_submission', description: TEXTS.confirm },
      handle: withServices(handleConfirm),
    },
  ]
}

async function handleChallenge(database: Database, services: SubmissionServices, { ctx, query }: RouteRequest): Promise<RouteResponse> {
  const { ignored } = requireValidQuery(languageOnly(ctx.site), query, ctx)
  requireOpen(services)
  return { ...privateResponse(await newChallenge(database, ctx), ctx), ignored }
}

async function handleSubmit(database: Database, services: SubmissionServices, request: RouteRequest): Promise<RouteResponse> {
  const { ctx, clientIp } = request
  requireOpen(services)
  const { sent, ignored } = parse(SUBMISSION_PARAMS, request, REQUIRED_OF_SENDER)
  return writeReply(202, await receiveSubmission(database, services, { ctx, clientIp, sent }), ignored)
}

async function handleGet(database: Database, _: SubmissionServices, { ctx, query }: RouteRequest): Promise<RouteResponse> {
  const { values: sent, ignored } = requireValidQuery({ ...TOKEN, ...languageOnly(ctx.site) }, query, ctx)
  const submission = await findSubmission(database, tokenOf(sent), ctx.now)
  return { ...privateResponse(await showSubmission(database, submission, ctx), ctx), ignored }
}

async function handleCorrect(database: Database, services: SubmissionServices, request: RouteRequest): Promise<RouteResponse> {
  const { ctx, clientIp, body } = request
  const { sent, ignored } = parse({ ...TOKEN, ...CORRECTION_PARAMS }, request, ['token'])
  const correction = { ctx, clientIp, token: tokenOf(sent), sent, body }
  return writeReply(200, await correctSubmission(database, services, correction), ignored)
}

async function handleConfirm(database: Database, services: SubmissionServices, request: RouteRequest): Promise<RouteResponse> {
  const { sent, ignored } = parse(TOKEN, request, ['token'])
  return writeReply(200, await confirmSubmission(database, services, tokenOf(sent), request.ctx), ignored)
}

function parse(params: Params, { ctx, query, body }: RouteRequest, required: readonly string[]) {
  rejectDryRun(ctx)
  const { values: sent, ignored } = parseInputs({ ...params, ...languageOnly(ctx.site) }, { query, body }, required, ctx)
  return { sent, ignored }
}
function tokenOf(sent: Readonly<Record<string, unknown>>): string {
  if (sent['token'] === undefined) throw missingParams(['token'])
  return String(sent['token'])
}
