/**
 * One server of a database cluster: a PostgreSQL that Patroni starts, watches and, as etcd has it, promotes or demotes. Both as
 * Debian packages them. What is configured here is what docs/guides/high-availability.md recommends, but for passwords and TLS.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPostmaster } from '../src/host/postgres/postmaster.ts';
import { postgresProcesses, signal, untilGone } from '../test/harness/processes.ts';

export const patroniProgram = '/usr/bin/patroni';
export const superuser = 'postgres';
export const unprivileged = 65_534;
const isRoot = process.getuid?.() === 0;
/** PostgreSQL refuses root. */
export const identity = isRoot ? { uid: unprivileged, gid: unprivileged } : {};

export type MemberOptions = {
  name: string;
  folder: string;
  port: number;
  restPort: number;
  etcdPort: number;
  /** Of PostgreSQL. */
  programs: string;
  synchronous: boolean;
};

export class Member {
  readonly name: string;
  readonly port: number;
  readonly #options: MemberOptions;
  #patroni: ChildProcess | undefined;

  constructor(options: MemberOptions) {
    this.name = options.name;
    this.port = options.port;
    this.#options = options;
    mkdirSync(options.folder, { mode: 0o711 });
    if (isRoot) chownSync(options.folder, unprivileged, unprivileged);
    writeFileSync(this.#configFile, JSON.stringify(configuration(options), null, 2));
  }

  get #configFile(): string {
    return join(this.#options.folder, 'patroni.yml');
  }

  start(): void {
    const { folder } = this.#options;
    const log = openSync(join(folder, 'patroni.log'), 'a');
    this.#patroni = spawn(patroniProgram, [this.#configFile], {
      ...identity,
      cwd: folder,
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: folder, LANG: 'C.UTF-8' },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
  }

  /** SIGKILL of all PostgreSQL processes at the same time; Patroni notices. */
  async killPostgres(): Promise<void> {
    const pids = this.#postgres();
    for (const pid of pids) signal(pid, 'SIGKILL');
    await untilGone(...pids);
  }

  /** A power failure: Patroni and PostgreSQL are killed at the same time, until `start`. */
  async kill(): Promise<void> {
    const patroni = this.#patroni?.pid;
    if (patroni !== undefined) signal(patroni, 'SIGKILL');
    await this.killPostgres();
    // Patroni may have started another one before it died.
    await this.killPostgres();
    this.#patroni = undefined;
  }

  /** Stops all processes, with their connections open, as on a machine whose disk or host hangs. */
  freeze(): void {
    for (const pid of this.#everything()) signal(pid, 'SIGSTOP');
  }

  /** Continues as the primary that it believes to be. */
  thaw(): void {
    for (const pid of this.#everything()) signal(pid, 'SIGCONT');
  }

  pid(): number {
    return readPostmaster(this.#data)?.pid ?? -1;
  }

  get #data(): string {
    return join(this.#options.folder, 'postgres');
  }

  #postgres(): number[] {
    return postgresProcesses(this.#options.folder);
  }

  #everything(): number[] {
    const patroni = this.#patroni?.pid;
    return [...(patroni === undefined ? [] : [patroni]), ...this.#postgres()];
  }
}

function configuration({ name, folder, port, restPort, etcdPort, programs, synchronous }: MemberOptions): object {
  return {
    scope: 'hermod',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 5,
        retry_timeout: 5,
        // A crashed primary is replaced immediately, without a wait.
        primary_start_timeout: 0,
        // An asynchronous standby lacks what it has not received yet; it is to take over all the same.
        maximum_lag_on_failover: 64 * 2 ** 20,
        synchronous_mode: synchronous,
        failsafe_mode: true,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: { wal_log_hints: 'on', synchronous_commit: 'on', max_connections: 100 },
          pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
        },
      },
      initdb: ['data-checksums', { encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: join(folder, 'postgres'),
      bin_dir: programs,
      pgpass: join(folder, 'pgpass'),
      authentication: {
        superuser: { username: superuser, password: superuser },
        replication: { username: 'replicator', password: 'replicator' },
        rewind: { username: 'rewinder', password: 'rewinder' },
      },
      parameters: { unix_socket_directories: folder },
    },
  };
}
