// Faults of sessions that the forged requests and the permission matrix must notice.
import type { Edit } from '../support/source-edits.ts'

const [GATE, SESSIONS] = ['features/auth/gate.ts', 'kernel/security/sessions.ts']
const IGNORES_HEADER: Edit = { file: SESSIONS, in: 'isSessionRequest', at: '===', put: "$$ || headers['cookie'] !== undefined" }
const SIGN_IN_FROM_ANYWHERE: Edit = { file: GATE, in: 'admitSignIn', at: 'await 1', put: 'null' }

const [FORGED, CACHED, MATRIX] = ['accounts/csrf.test.ts', 'accounts/shared-cache.test.ts', 'permissions/session-matrix.test.ts']
/** The test file that must notice a fault, the beginning of the name of the test, and the message with which it fails. */
export interface SessionFault {
  readonly name: string
  readonly edits: readonly Edit[]
  readonly by: string
  readonly only?: string
  readonly message: RegExp
}
export const SESSION_FAULTS: readonly SessionFault[] = [
  {
    name: 'pages of any origin sign in and out',
    edits: [SIGN_IN_FROM_ANYWHERE],
    by: FORGED,
    only: '15.5 a page of another site',
    message: /tables of the database were changed/,
  },
  {
    name: 'the cookie is read without the header',
    edits: [IGNORES_HEADER],
    by: FORGED,
    only: '15.5 a page of another port',
    message: /GET \/me \(.*cookie true\): 403, not 200/,
  },
  {
    name: 'the cookie counts on requests of any page',
    edits: [IGNORES_HEADER, { file: GATE, in: 'admitSession', at: 'await 1', put: 'null' }],
    by: FORGED,
    only: '15.5 a page of another port',
    message: /tables of the database were changed/,
  },
  {
    name: 'other origins may send the header',
    edits: [
      {
        file: 'kernel/http/error-responses.ts',
        in: 'ALLOWED_REQUEST_HEADERS',
        at: 'string',
        replace: ['Authorization, ', 'Authorization, X-Kalends-Session, '],
      },
    ],
    by: FORGED,
    only: '15.5 a page of another site',
    message: /a page of another origin sent X-Kalends-Session/,
  },
  {
    name: 'caches do not tell requests of a session apart',
    edits: [{ file: 'kernel/http/error-responses.ts', in: 'VARY', at: 'string', replace: [', X-Kalends-Session', ''] }],
    by: CACHED,
    message: / by (subscriber|editor|a page without a cookie)/,
  },
  {
    name: 'caches may store responses to a session',
    edits: [{ file: 'request-context.ts', in: 'handleRequest', at: 'property "cache-control".value', put: "'public, max-age=60'" }],
    by: CACHED,
    message: / by (subscriber|editor|a page without a cookie)/,
  },
  {
    name: 'a session has the role of administrator',
    edits: [{ file: SESSIONS, in: 'findSessionCaller', at: 'property "role".value', put: "'administrator'" }],
    by: MATRIX,
    message: /[1-9]\d* wrong cells/,
  },
]
