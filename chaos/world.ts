/** Everything of a run: PostgreSQL, nodes, customers, the carrier and the endpoint, on loopback and in one folder. */

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Db, openDb } from '../src/database/db.ts';
import { systemActor } from '../src/domain/access/actor.ts';
import { issueCredential } from '../src/flows/smpp/credentials.ts';
import { prepareSchema } from '../src/host/database.ts';
import { leaseSeconds } from '../src/store/message/workers.ts';
import { createLog } from '../src/telemetry/log.ts';
import { type TestAccount, testAccount } from '../test/harness/accounts.ts';
import { type Database, embedded } from './database.ts';
import { freePort } from './free-port.ts';
import { openJournal, type TroubleLine } from './journal.ts';
import { Load } from './load.ts';
import { HermodNode } from './node.ts';
import type { Limits } from './oracle.ts';
import { startPeer } from './peer.ts';
import { FaultProxy, postgresTarget } from './proxy.ts';
import { SmppCustomers } from './smpp-customers.ts';

export type WorldOptions = {
  seed: number;
  nodes: number;
  processes: number;
  rate: number;
  /** The setting in the carrier's URL for submits without a response. */
  unanswered: Limits['unanswered'];
  /** Between the service and its three peers; without, it reaches them directly. */
  proxies?: boolean;
  /** Some messages come from a customer by SMPP. */
  smpp?: boolean;
  database?: (folder: string) => Promise<Database>;
};

export type World = {
  readonly folder: string;
  readonly files: Record<'client' | 'carrier' | 'reports' | 'troubles', string>;
  readonly database: Database;
  readonly db: Db;
  readonly nodes: readonly HermodNode[];
  readonly load: Load;
  readonly limits: Limits;
  readonly proxies: Readonly<Record<'database' | 'carrier' | 'endpoint', FaultProxy>> | undefined;
  /** Records a fault; `until` if it is over by now. */
  note(kind: string, detail: string, at?: number, until?: number, bounded?: boolean): void;
  close(keep: boolean): Promise<void>;
};

const binds = 4;
const window = 50;

export async function makeWorld(options: WorldOptions): Promise<World> {
  const undo: (() => void | Promise<void>)[] = [];
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    return await build(options, undo, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function build(
  options: WorldOptions,
  undo: (() => void | Promise<void>)[],
  close: () => Promise<void>,
): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'hermod-chaos-'));
  chmodSync(folder, 0o711);
  const files = {
    client: join(folder, 'client.jsonl'),
    carrier: join(folder, 'carrier.jsonl'),
    reports: join(folder, 'reports.jsonl'),
    troubles: join(folder, 'troubles.jsonl'),
  };
  const database = await (options.database ?? embedded)(folder);
  undo.push(() => database.stop());
  const carrier = await startPeer('smsc.ts', files.carrier, `${options.seed}`);
  undo.push(() => carrier.stop());
  const endpoint = await startPeer('endpoint.ts', files.reports, `${options.seed}`);
  undo.push(() => endpoint.stop());
  const proxies = options.proxies ? await makeProxies(database, carrier.port, endpoint.port, undo) : undefined;
  // Like the service: through the proxy, which knows where the database has gone.
  const databaseUrl = proxies ? throughProxy(database.url, proxies.database.port) : database.url;
  const db = openDb(databaseUrl, createLog('silent'), { connections: 2, name: 'chaos', statementSeconds: 300 });
  undo.push(() => db.close());
  await prepareSchema(db);
  const accounts = await makeAccounts(db);
  const settings = {
    DATABASE_URL: databaseUrl,
    HERMOD_PROCESSES: `${options.processes}`,
    HERMOD_CARRIER_URL: `smpp://chaos:chaos@127.0.0.1:${proxies?.carrier.port ?? carrier.port}?binds=${binds}&window=${window}&timeout=5&enquire=5&unanswered=${options.unanswered}`,
    HERMOD_WEBHOOK_ALLOW: '127.0.0.0/8',
    // Ten retries in 237 s: a report for a bind waits as long, and with 71 s a busy machine gave up two of them.
    HERMOD_WEBHOOK_RETRY_SCALE: '0.01',
    HERMOD_SMTP_PORT: '0',
    HERMOD_SMPP_PORT: '0',
    HERMOD_DRAIN_SECONDS: '5',
    // Processes are stopped on purpose here, for longer than their leases, and must wake up.
    HERMOD_STALL_SECONDS: '0',
  };
  const smppPorts = options.smpp ? await Promise.all(Array.from({ length: options.nodes }, () => freePort())) : [];
  const nodes = await makeNodes(options.nodes, folder, settings, smppPorts);
  undo.push(() => Promise.all(nodes.map((node) => node.stop())).then(() => {}));
  const journal = openJournal<TroubleLine>(files.troubles);
  undo.push(() => journal.close());
  const smpp = options.smpp
    ? await makeSmppCustomers(db, options.seed, accounts[0]!.id, smppPorts, files.reports)
    : undefined;
  undo.push(() => smpp?.close());
  const load = new Load({
    smpp,
    seed: options.seed,
    rate: options.rate,
    nodes: nodes.map(({ base }) => base),
    accounts,
    endpoint: `http://127.0.0.1:${proxies?.endpoint.port ?? endpoint.port}`,
    file: files.client,
  });
  return {
    ...{ folder, files, database, db, nodes, load, proxies },
    limits: {
      poor: accounts.at(-1)!.id,
      inFlight: binds * window,
      leaseMs: leaseSeconds * 1_000,
      unanswered: options.unanswered,
    },
    note: (kind, detail, at = Date.now(), until, bounded) =>
      journal.write({ at, kind, detail, ...(until !== undefined && { until }), ...(bounded && { bounded }) }),
    async close(keep) {
      await close();
      if (!keep) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The last one can pay for a few messages only. */
function makeAccounts(db: Db): Promise<TestAccount[]> {
  const balances = ['100000', '100000', '100000', '100000', '5'];
  return Promise.all(balances.map((balance) => testAccount(db, { balance })));
}

async function makeProxies(
  database: Database,
  carrier: number,
  endpoint: number,
  undo: (() => void | Promise<void>)[],
): Promise<NonNullable<World['proxies']>> {
  const proxies = {
    database: await FaultProxy.listen(postgresTarget(database.url)),
    carrier: await FaultProxy.listen({ host: '127.0.0.1', port: carrier }),
    endpoint: await FaultProxy.listen({ host: '127.0.0.1', port: endpoint }),
  };
  for (const proxy of Object.values(proxies)) undo.push(() => proxy.close());
  return proxies;
}

function throughProxy(databaseUrl: string, port: number): string {
  const { username, password, pathname } = new URL(databaseUrl);
  return `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`;
}

const actor = systemActor('chaos');

async function makeSmppCustomers(
  db: Db,
  seed: number,
  account: string,
  ports: readonly number[],
  reports: string,
): Promise<SmppCustomers> {
  const issued = await issueCredential(db, actor, account, { systemId: 'chaos', maxBinds: 1_000 });
  if (typeof issued === 'string') throw new Error(`no credential: ${issued}`);
  return new SmppCustomers({ seed, ports, systemId: 'chaos', password: issued.password, account, reports });
}

async function makeNodes(
  count: number,
  folder: string,
  shared: Record<string, string>,
  smppPorts: readonly number[],
): Promise<HermodNode[]> {
  const nodes: HermodNode[] = [];
  for (let number = 1; number <= count; number++) {
    const name = `node ${number}`;
    const settings = { ...shared, HERMOD_SMPP_PORT: `${smppPorts[number - 1] ?? 0}` };
    nodes.push(new HermodNode({ name, folder: join(folder, `node-${number}`), port: await freePort(), settings }));
  }
  return nodes;
}
