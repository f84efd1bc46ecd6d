/** A real PgBouncer on a free port, in front of one database: once in each of its modes. */
import { spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, inject, vi } from 'vitest';
import { freePort } from '../../chaos/free-port.ts';
import { patienceMs } from './patience.ts';

export const pgbouncerProgram = '/usr/sbin/pgbouncer';

export type PgBouncer = { readonly session: string; readonly transaction: string };

/** The database as seen through it, by session and by transaction; ended with the test file. */
export async function pgbouncer(databaseUrl: string): Promise<PgBouncer> {
  const { hostname, port: socketPort, pathname, username } = new URL(databaseUrl);
  const [socketFolder, port] = [decodeURIComponent(hostname), await freePort()];
  const folder = mkdtempSync(join(tmpdir(), 'hermod-pgbouncer-'));
  const config = join(folder, 'pgbouncer.ini');
  const target = `host=${socketFolder} port=${socketPort} dbname=${pathname.slice(1)} user=${username}`;
  writeFileSync(
    config,
    `[databases]
session = ${target} pool_mode=session
transaction = ${target} pool_mode=transaction
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
default_pool_size = 50
max_client_conn = 100
logfile = ${folder}/log
`,
  );
  // It does not run as root either: it runs as the user of PostgreSQL, who may use its socket.
  const { uid, gid } = statSync(socketFolder);
  chmodSync(folder, 0o700);
  for (const path of [folder, config]) chownSync(path, uid, gid);
  const env = { ...process.env, IN_HERMOD_TEST_RUN: inject('runId') };
  const child = spawn(pgbouncerProgram, [config], { uid, gid, env, stdio: 'ignore' });
  afterAll(async () => {
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  await vi.waitFor(() => answers(port, join(folder, 'log')), {
    timeout: patienceMs,
    interval: 50,
  });
  const url = `postgres://${username}@127.0.0.1:${port}`;
  return { session: `${url}/session`, transaction: `${url}/transaction` };
}

function answers(port: number, log: string): Promise<void> {
  const complaint = () => (existsSync(log) ? readFileSync(log, 'utf8') : '(nothing said)');
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(socket.destroy() && undefined));
    socket.once('error', () => reject(new Error(`PgBouncer does not answer:\n${complaint()}`)));
  });
}
