// GET {ns}/doctor: the findings of `kalends doctor` for administrators (contract 16.2).
import Type from 'typebox'
import type { Site } from '../../engine/definition/kind.ts'
import { languageOnly, privateResponse } from '../../engine/plain-routes.ts'
import { requireValidQuery, type Route } from '../../engine/route.ts'
import { FINDING_STATES } from './finding.ts'
import type { DoctorRuns } from './shared-runs.ts'

const DESCRIPTION =
  'Checks everything that the server depends on, such as the database, the disk and the mail server. Requests share the result of a run for a short time.'
const SCHEMA = Type.Object({
  checked_utc: Type.String({ format: 'date-time' }),
  findings: Type.Array(
    Type.Object({
      check: Type.String(),
      state: Type.String({ enum: [...FINDING_STATES] }),
      found: Type.String(),
      remedy: Type.String(),
    }),
  ),
})

/** Without `runs` the route can be described but not called. */
export function doctorRoute(site: Site, runs: DoctorRuns | null): Route {
  const params = languageOnly(site)
  return {
    method: 'GET',
    path: '/doctor',
    access: 'administrators',
    params,
    acceptsBody: false,
    response: { type: 'application/json', name: 'get_doctor_findings', description: DESCRIPTION, schema: SCHEMA },
    handle: async (_, { ctx, query }) => {
      const { ignored } = requireValidQuery(params, query, ctx)
      if (!runs) throw new Error('The route of the doctor can only be described.')
      const { startedAt, findings } = await runs(ctx.now)
      return { ...privateResponse({ checked_utc: startedAt.round('second').toString(), findings }, ctx), ignored }
    },
  }
}
