// Configuration files of Patroni, HAProxy and PgBouncer for the test cluster.
import { join } from 'node:path'
import {
  addressOf,
  ENTRY_PORTS,
  NETWORK,
  nodeFolder,
  NODES,
  PORTS,
  ROLE,
  SCOPE,
  socketFolder,
  type FailoverCluster,
  type NodeName,
} from './layout.ts'

export const POSTGRES_BIN = process.env['POSTGRES_BIN'] ?? '/usr/lib/postgresql/15/bin'

/**
 * Patroni reads YAML, of which JSON is a part. `etcd` is version 2 of the API: with version 3, Patroni 3.0.2 lets a primary that was frozen
 * take the leader key back from its successor, whose acknowledged writes are lost then. The times are far below the defaults, so that a
 * failover takes seconds; newer versions of Patroni refuse them.
 */
export function patroniConfiguration(cluster: FailoverCluster, node: NodeName): string {
  const { password, folder } = cluster
  const address = addressOf(node)
  return JSON.stringify({
    scope: SCOPE,
    name: node,
    restapi: { listen: `${address}:${PORTS.patroni}`, connect_address: `${address}:${PORTS.patroni}` },
    etcd: { hosts: NODES.map((each) => `${addressOf(each)}:${PORTS.etcd}`) },
    bootstrap: {
      dcs: {
        ttl: 6,
        loop_wait: 1,
        retry_timeout: 2,
        maximum_lag_on_failover: 16_777_216,
        synchronous_mode: true,
        primary_start_timeout: 10,
        primary_stop_timeout: 5,
        postgresql: { use_pg_rewind: true, use_slots: true, parameters: SERVER_PARAMETERS },
      },
      initdb: ['data-checksums', { encoding: 'UTF8' }, { locale: 'C.UTF-8' }, { 'auth-local': 'trust' }, { 'auth-host': 'scram-sha-256' }],
      post_bootstrap: join(folder, 'post-bootstrap.sh'),
    },
    postgresql: {
      listen: `${address}:${PORTS.postgres}`,
      connect_address: `${address}:${PORTS.postgres}`,
      use_unix_socket: true,
      data_dir: join(nodeFolder(cluster, node), 'data'),
      bin_dir: POSTGRES_BIN,
      pgpass: join(nodeFolder(cluster, node), 'pgpass'),
      parameters: { unix_socket_directories: join(nodeFolder(cluster, node), 'sockets') },
      authentication: {
        superuser: { username: 'postgres', password },
        replication: { username: 'replicator', password },
        rewind: { username: 'rewinder', password },
      },
      pg_hba: ['local all all trust', `host replication replicator ${NETWORK} scram-sha-256`, `host all all ${NETWORK} scram-sha-256`],
      basebackup: { checkpoint: 'fast' },
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
    },
    watchdog: { mode: 'off' },
  })
}

/** A commit waits for a synchronous standby that has vanished until its walsender times out, so that time is near the `ttl` of Patroni. */
const SERVER_PARAMETERS = {
  max_connections: 100,
  shared_buffers: '64MB',
  wal_level: 'replica',
  wal_log_hints: 'on',
  wal_keep_size: '256MB',
  max_wal_size: '256MB',
  wal_sender_timeout: '3s',
  wal_receiver_timeout: '3s',
  wal_receiver_status_interval: '1s',
  checkpoint_timeout: '30s',
  tcp_keepalives_idle: 5,
  tcp_keepalives_interval: 1,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 5_000,
  log_line_prefix: '%m [%p] ',
}

/**
 * Runs on the first primary. No standby is attached yet, so a commit must not wait for one. PgBouncer drops the settings that the service
 * sends when it connects, so the role has those that results depend on.
 */
export const postBootstrapScript = (password: string): string => `#!/bin/sh
exec psql -v ON_ERROR_STOP=1 -d "$1" <<'SQL'
set synchronous_commit = local;
create role ${ROLE} login password '${password}' in role pg_read_all_stats;
alter role ${ROLE} set timezone = 'UTC';
alter role ${ROLE} set datestyle = 'ISO';
alter role ${ROLE} set intervalstyle = 'iso_8601';
create database ${ROLE} owner ${ROLE};
SQL
`

/**
 * A check asks Patroni for the role of a node. Without \`shutdown-sessions\`, clients would wait for a server that is frozen or unreachable.
 * Patroni answers OPTIONS without a body, and logs an error if a check closes the connection before it has read one.
 */
export function haproxyConfiguration(cluster: FailoverCluster): string {
  const servers = NODES.map((node) => `  server ${node} ${addressOf(node)}:${PORTS.postgres} check port ${PORTS.patroni}`).join('\n')
  const listen = (name: 'primary' | 'replicas', check: string): string => `listen ${name}
  bind 127.0.0.1:${ENTRY_PORTS[name]}
  bind unix@${socketFolder(cluster)}/.s.PGSQL.${ENTRY_PORTS[name]} mode 666
  balance roundrobin
  option httpchk OPTIONS ${check}
  http-check expect status 200
${servers}
`
  return `global
  maxconn 1000
defaults
  mode tcp
  option redispatch
  retries 2
  timeout connect 1s
  timeout check 1s
  timeout client 30m
  timeout server 30m
  default-server inter 500ms fastinter 250ms downinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${listen('primary', '/primary')}
${listen('replicas', '/replica?lag=16MB')}`
}

/**
 * After a failed connection, PgBouncer waits for \`server_login_retry\`: its default of 15 seconds would prolong every failover. With a check
 * before each use of a connection, PgBouncer 1.18 gave clients the answers to other statements during failovers.
 */
export const pgbouncerConfiguration = (cluster: FailoverCluster): string => `[databases]
${ROLE} = host=127.0.0.1 port=${ENTRY_PORTS.primary} dbname=${ROLE}
${ROLE}_read = host=127.0.0.1 port=${ENTRY_PORTS.replicas} dbname=${ROLE}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ENTRY_PORTS.pooler}
unix_socket_dir = ${socketFolder(cluster)}
unix_socket_mode = 0777
auth_type = scram-sha-256
auth_file = ${join(cluster.folder, 'userlist.txt')}
pool_mode = transaction
max_client_conn = 500
default_pool_size = 20
server_login_retry = 0.2
server_connect_timeout = 2
server_check_query =
query_wait_timeout = 10
tcp_user_timeout = 5000
ignore_startup_parameters = extra_float_digits, options, statement_timeout, lock_timeout, idle_in_transaction_session_timeout
`
