// Faults of webhooks. The test named by `by` must notice each of them.
import type { SeededFault } from '../support/copy.ts'

const [SEND, DISPATCH] = ['features/webhooks/send.ts', 'features/webhooks/dispatch.ts']
export const WEBHOOK_FAULTS: readonly (SeededFault & { readonly by: 'delivery' | 'signatures'; readonly title: string })[] = [
  {
    name: 'the webhook advances without its deliveries',
    file: DISPATCH,
    in: 'dispatchChanges.added',
    at: 'await 1',
    put: '[]',
    by: 'delivery',
    title: '14.3.1 only chosen',
  },
  {
    name: 'a redirect counts as success',
    file: SEND,
    in: 'send',
    at: 'conditional 1',
    put: 'status >= 200 && status < 400 ? null : ("status" as const)',
    by: 'delivery',
    title: '14.3.3 a failed message',
  },
  {
    name: 'the previous secret does not sign',
    file: 'features/webhooks/webhook.ts',
    in: 'keysOf',
    at: 'conditional 1',
    put: '[secret]',
    by: 'signatures',
    title: '14.3.1 during a rotation',
  },
  {
    name: 'records are shown whatever the present role of the owner',
    file: 'features/webhooks/webhook.ts',
    in: 'findOwner',
    at: 'conditional 2',
    put: 'caller',
    by: 'delivery',
    title: '14.3.1 nothing is sent',
  },
  {
    name: 'a webhook stays on after 410',
    file: SEND,
    in: 'settle.isGone',
    at: '=== 1',
    put: 'false',
    by: 'delivery',
    title: '14.3.3 410',
  },
]
