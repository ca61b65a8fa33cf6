// Settings of PostgreSQL, jobs, caches, pictures, outbound requests and observability.
import {
  booleanSetting,
  choiceSetting,
  HOST_AND_PORT_ITEM,
  integerSetting,
  listSetting,
  NAME_SERVER_ITEM,
  PORT_ITEM,
  patternSetting,
  secretSetting,
  serverUrlSetting,
  serverUrlsSetting,
  stringSetting,
  urlSetting,
  type ListItem,
} from '../kernel/validation/setting-types.ts'

export const DATABASE = {
  DATABASE_URL: serverUrlSetting('URL of the PostgreSQL database.', {
    fallback: 'postgresql://127.0.0.1:5432/kalends',
    schemes: ['postgresql', 'postgres'],
    example: 'postgresql://user:password@host:5432/database',
  }),
  DATABASE_READ_URL: serverUrlsSetting(
    'URLs of PostgreSQL replicas that answer reads. A load balancer of replicas counts as one. If empty: the primary answers all reads.',
    { schemes: ['postgresql', 'postgres'], example: 'postgresql://user:password@host:5432/database' },
  ),
  DATABASE_READ_MAX_LAG_MS: integerSetting(
    'Time by which a replica may be behind the primary. A replica that is further behind is not used.',
    {
      fallback: 1_000,
      range: [100, 60_000],
      unit: 'ms',
    },
  ),
  DATABASE_POOL_SIZE: integerSetting('Maximum number of connections of one process to the primary, and to each URL of DATABASE_READ_URL.', {
    fallback: 10,
    range: [2, 500],
    unit: 'connections',
  }),
  DATABASE_RESERVED: integerSetting('Number of connections of DATABASE_POOL_SIZE that are reserved for writes.', {
    fallback: 2,
    range: [0, 500],
    unit: 'connections',
  }),
  DATABASE_PREPARED_STATEMENTS: booleanSetting(
    'Use prepared statements. Set to false behind PgBouncer before 1.21 in transaction mode.',
    true,
  ),
  DATABASE_CONNECT_TIMEOUT_MS: integerSetting('Time within which a connection must be available.', {
    fallback: 2_000,
    range: [100, 60_000],
    unit: 'ms',
  }),
  DATABASE_STATEMENT_TIMEOUT_MS: integerSetting('Time after which a statement is canceled.', {
    fallback: 5_000,
    range: [100, 600_000],
    unit: 'ms',
  }),
  DATABASE_LOCK_TIMEOUT_MS: integerSetting('Time that a statement waits for a lock.', {
    fallback: 2_000,
    range: [100, 600_000],
    unit: 'ms',
  }),
  DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: integerSetting('Time after which PostgreSQL ends a transaction that executes no statement.', {
    fallback: 10_000,
    range: [100, 600_000],
    unit: 'ms',
  }),
  MIGRATE_ON_START: booleanSetting('Apply pending migrations when the server starts.', true),
} as const

export const JOBS = {
  WORKER: booleanSetting('Run jobs in the processes of `kalends serve`. Set to false if `kalends work` runs them.', true),
} as const

const HEADER_NAMES = ['surrogate-key', 'xkey', 'cache-tag', 'edge-cache-tag']
const SURROGATE_KEY_HEADER: ListItem = {
  expected: `one of ${HEADER_NAMES.join(', ')}`,
  plural: HEADER_NAMES.join(', '),
  test: (item) => HEADER_NAMES.includes(item),
}

export const CACHES = {
  CACHE_MB: integerSetting('Memory for cached responses to anonymous requests. 0 turns the response cache off.', {
    fallback: 64,
    range: [0, 65_536],
    unit: 'MB',
  }),
  RECORD_CACHE_MB: integerSetting(
    'Memory for cached records: one half for records in lists, one half for records nested in others. 0 turns both caches off.',
    { fallback: 128, range: [0, 65_536], unit: 'MB' },
  ),
  CACHE_MAX_STALENESS_MS: integerSetting('Maximum age of cached data when the process receives no change notifications.', {
    fallback: 2_000,
    range: [100, 60_000],
    unit: 'ms',
  }),
  CACHE_MIN_REFRESH_MS: integerSetting(
    'Minimum time between two invalidations caused by writes of other processes. A process sees its own writes immediately.',
    { fallback: 200, range: [0, 10_000], unit: 'ms' },
  ),
  LIST_MAX_AGE: integerSetting('Time that a shared cache, such as a CDN, may store a list.', {
    fallback: 60,
    range: [0, 86_400],
    unit: 'seconds',
  }),
  RECORD_MAX_AGE: integerSetting('Time that a shared cache may store a single record. Leave it at 0 unless the cache is purged.', {
    fallback: 0,
    range: [0, 86_400],
    unit: 'seconds',
  }),
  SURROGATE_KEY_HEADERS: listSetting('Response headers that list surrogate keys, for a CDN that purges by key.', '', SURROGATE_KEY_HEADER),
  SURROGATE_KEYS_MAX: integerSetting(
    'Maximum number of surrogate keys in one header. A response with more records lists the keys of their record types instead.',
    { fallback: 128, range: [10, 500], unit: 'keys' },
  ),
} as const

export const MEDIA = {
  MEDIA_DIR: stringSetting(
    'Folder in which pictures are stored. All processes share it. With MEDIA_URL, it holds temporary files of uploads only, and each machine has its own.',
    './media',
    'path of a folder',
  ),
  MEDIA_URL: patternSetting('Bucket and prefix of an S3 service in which pictures are stored. If empty, they are stored in MEDIA_DIR.', {
    fallback: '',
    values: 's3://BUCKET/PREFIX',
    pattern: /^(?:s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/(?!\.{1,2}(?:\/|$))[\w.-]{1,100}){0,8}\/?)?$/,
    expected: 's3://BUCKET/PREFIX; segments of the prefix consist of letters, digits, periods, hyphens and underscores',
  }),
  MEDIA_PUBLIC_URL: urlSetting(
    'Public URL of the prefix files/ below MEDIA_URL, at the bucket or a CDN. URLs of pictures then redirect there. If empty, the service sends the files itself.',
    '',
  ),
  S3_ENDPOINT: urlSetting('URL of the S3 service, without the bucket. Required with MEDIA_URL.', ''),
  S3_REGION: patternSetting('Region of the bucket.', {
    fallback: 'us-east-1',
    values: 'name of a region',
    pattern: /^[\w-]{1,64}$/,
    expected: 'the name of a region such as eu-central-1',
  }),
  S3_PATH_STYLE: booleanSetting(
    'Use path-style URLs (https://endpoint/bucket) instead of virtual-hosted-style URLs (https://bucket.endpoint).',
    false,
  ),
  S3_ACCESS_KEY_ID: secretSetting('ID of the access key of the bucket. Required with MEDIA_URL.'),
  S3_SECRET_ACCESS_KEY: secretSetting('Secret of the access key of the bucket. Required with MEDIA_URL.'),
  S3_TIMEOUT_MS: integerSetting(
    'Timeout of an operation on the files of one picture in the bucket. Must be less than DATABASE_IDLE_TRANSACTION_TIMEOUT_MS.',
    { fallback: 5_000, range: [100, 60_000], unit: 'ms' },
  ),
  MEDIA_LIMIT_BYTES: integerSetting('Maximum file size of a picture.', {
    fallback: 10_485_760,
    range: [1_024, 104_857_600],
    unit: 'bytes',
  }),
  MEDIA_MEGAPIXELS: integerSetting('Maximum resolution of a picture.', { fallback: 25, range: [1, 100], unit: 'megapixels' }),
  MEDIA_KEEP_DAYS: integerSetting(
    'Time after which a file without an image is moved to the trash, and after which it is deleted from there.',
    { fallback: 7, range: [1, 3650], unit: 'days' },
  ),
  MEDIA_UNUSED_DAYS: integerSetting('Time after which an image that no record uses is deleted. 0 keeps it forever.', {
    fallback: 30,
    range: [0, 3650],
    unit: 'days',
  }),
} as const

export const OUTBOUND_REQUESTS = {
  EGRESS_ALLOW: listSetting(
    'Private hosts that the service may fetch from, such as 127.0.0.1:8080. Other private hosts remain blocked.',
    '',
    HOST_AND_PORT_ITEM,
  ),
  EGRESS_PORTS: listSetting('Ports that the service may fetch from.', '80,443', PORT_ITEM),
  EGRESS_DNS: listSetting('DNS servers for the hosts to fetch from. If empty: the DNS servers of the system.', '', NAME_SERVER_ITEM),
  EGRESS_DEADLINE_MS: integerSetting('Time within which a fetch must complete, including redirects.', {
    fallback: 10_000,
    range: [100, 120_000],
    unit: 'ms',
  }),
  EGRESS_MAX_BYTES: integerSetting('Maximum size of a fetched response after decompression.', {
    fallback: 10_485_760,
    range: [1_024, 104_857_600],
    unit: 'bytes',
  }),
  EGRESS_IN_FLIGHT: integerSetting('Maximum number of concurrent fetches. Further fetches are rejected.', {
    fallback: 16,
    range: [1, 1_000],
    unit: 'fetches',
  }),
} as const

export const OBSERVABILITY = {
  METRICS_HOST: stringSetting('IP address or host name on which metrics are served.', '127.0.0.1', 'IP address or host name'),
  METRICS_PORT: integerSetting('Port on which metrics are served. 0 turns metrics off.', { fallback: 0, range: [0, 65_535], unit: '' }),
  SLOW_REQUEST_MS: integerSetting('Duration above which a request is logged as a warning. 0 turns these warnings off.', {
    fallback: 1_000,
    range: [0, 600_000],
    unit: 'ms',
  }),
  SLOW_STATEMENT_MS: integerSetting('Duration above which a database statement is logged as a warning. 0 turns these warnings off.', {
    fallback: 500,
    range: [0, 600_000],
    unit: 'ms',
  }),
  LOG_LEVEL: choiceSetting('Lowest level of log messages.', 'info', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
  LOG_FORMAT: choiceSetting('Format of log messages. `auto` is `pretty` on a terminal and `json` otherwise.', 'auto', [
    'auto',
    'json',
    'pretty',
  ]),
} as const
