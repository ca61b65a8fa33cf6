// Settings of the HTTP server: addresses, request sizes, timeouts, connections and shutdown.
import {
  booleanSetting,
  integerSetting,
  listSetting,
  NETWORK_ITEM,
  patternSetting,
  stringSetting,
  urlSetting,
} from '../kernel/validation/setting-types.ts'

export const HTTP = {
  HOST: stringSetting('IP address or host name to listen on.', '127.0.0.1', 'IP address or host name'),
  PORT: integerSetting('Port to listen on. 0 selects a free port.', { fallback: 3000, range: [0, 65_535], unit: '' }),
  REUSE_PORT: booleanSetting(
    'Allow several Kalends processes to listen on the same port. The kernel distributes connections among them.',
    false,
  ),
  PUBLIC_URL: urlSetting('URL that clients use to reach the service. The server builds links from it. If empty: http://HOST:PORT.', ''),
  REST_ROOT: patternSetting('Path before the namespace, such as /api.', {
    fallback: '',
    values: 'path',
    pattern: /^(\/[\w.-]+)*$/,
    expected: 'empty or a path such as /api',
  }),
  TRUSTED_PROXIES: listSetting('Proxies whose X-Forwarded-For header is trusted.', '', NETWORK_ITEM),
  BODY_LIMIT_BYTES: integerSetting('Maximum size of a request body.', {
    fallback: 1_048_576,
    range: [1024, 104_857_600],
    unit: 'bytes',
  }),
  URL_LIMIT_CHARS: integerSetting('Maximum length of a request URL.', { fallback: 8192, range: [1024, 65_536], unit: 'characters' }),
  HEADERS_LIMIT_BYTES: integerSetting('Maximum size of all request headers.', {
    fallback: 16_384,
    range: [4096, 131_072],
    unit: 'bytes',
  }),
  HEADERS_TIMEOUT_MS: integerSetting('Time within which the request headers must arrive.', {
    fallback: 5_000,
    range: [100, 120_000],
    unit: 'ms',
  }),
  REQUEST_TIMEOUT_MS: integerSetting('Time within which a whole request must arrive.', {
    fallback: 10_000,
    range: [100, 600_000],
    unit: 'ms',
  }),
  HANDLER_TIMEOUT_MS: integerSetting('Time after which the processing of a request is aborted with 503. 0 means no limit.', {
    fallback: 30_000,
    range: [0, 600_000],
    unit: 'ms',
  }),
  STREAM_TIMEOUT_MS: integerSetting('Time after which the connection of a streamed response is closed. 0 means no limit.', {
    fallback: 300_000,
    range: [0, 3_600_000],
    unit: 'ms',
  }),
  SOCKET_TIMEOUT_MS: integerSetting('Idle time after which a connection whose client stops reading is closed.', {
    fallback: 60_000,
    range: [1_000, 600_000],
    unit: 'ms',
  }),
  KEEP_ALIVE_MS: integerSetting('Time to keep an idle connection open. It must be longer than the keep-alive time of the proxy.', {
    fallback: 75_000,
    range: [1_000, 600_000],
    unit: 'ms',
  }),
  MAX_CONNECTIONS: integerSetting('Maximum number of open connections.', {
    fallback: 10_000,
    range: [10, 1_000_000],
    unit: 'connections',
  }),
  MAX_CONNECTIONS_PER_ADDRESS: integerSetting(
    'Maximum number of open connections from one IP address that is not a trusted proxy. 0 means no limit.',
    { fallback: 256, range: [0, 1_000_000], unit: 'connections' },
  ),
  SHUTDOWN_DELAY_MS: integerSetting(
    'Time for which the server still accepts connections after a stop signal, so that load balancers can react.',
    {
      fallback: 1_000,
      range: [0, 60_000],
      unit: 'ms',
    },
  ),
  SHUTDOWN_TIMEOUT_MS: integerSetting('Time within which running requests must complete after the server stops accepting connections.', {
    fallback: 10_000,
    range: [100, 120_000],
    unit: 'ms',
  }),
} as const
