/** The environment of attacks: PostgreSQL, a carrier and a name server for all of them, a new service and database for each. */

import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Db } from '../src/database/db.ts';
import { systemActor } from '../src/domain/access/actor.ts';
import { issueCredential } from '../src/flows/smpp/credentials.ts';
import { prepareSchema, withConnection } from '../src/host/database.ts';
import { createLog } from '../src/telemetry/log.ts';
import { addKey, type TestAccount, testAccount } from '../test/harness/accounts.ts';
import { attackersNumber, deadMailSender, mailSender, type Target } from './attacks/attack.ts';
import type { Watched } from './bounds.ts';
import { embedded } from './database.ts';
import { freePort } from './free-port.ts';
import { HermodNode } from './node.ts';
import { type Peer, startPeer } from './peer.ts';

/** One service of one process, with all its peers. */
export type Scene = {
  readonly target: Omit<Target, 'index' | 'strength'>;
  readonly victim: Peer;
  /** What happened to the process since the last call. */
  watched(): Watched;
  close(): Promise<void>;
};

export type Stage = {
  readonly folder: string;
  scene(name: string): Promise<Scene>;
  close(keep: boolean): Promise<void>;
};

type Undo = (() => void | Promise<void>)[];
type Common = { folder: string; template: string; carrier: Peer; names: Peer };

const adminToken = 'the-operator-of-this-run';
const watchMs = 250;
const log = createLog('silent');

export async function setStage(): Promise<Stage> {
  const undo: Undo = [];
  const folder = mkdtempSync(join(tmpdir(), 'hermod-attack-'));
  chmodSync(folder, 0o711);
  try {
    const database = await embedded(folder);
    undo.push(() => database.stop());
    await withConnection(database.url, log, prepareSchema);
    const carrier = await startPeer('quick-smsc.ts');
    undo.push(() => carrier.stop());
    const names = await startPeer('name-server.ts');
    undo.push(() => names.stop());
    const common = { folder, template: database.url, carrier, names };
    const open: Undo[] = [];
    return {
      folder,
      async scene(name) {
        const steps: Undo = [];
        open.push(steps);
        return setScene(common, name, steps);
      },
      async close(keep) {
        for (const steps of open) await unwind(steps);
        await unwind(undo);
        if (!keep) rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await unwind(undo);
    throw error;
  }
}

async function unwind(undo: Undo): Promise<void> {
  for (const step of undo.splice(0).reverse()) await step();
}

async function setScene({ folder, template, carrier, names }: Common, name: string, undo: Undo): Promise<Scene> {
  const databaseUrl = await cloneDatabase(template, `attack_${name.replaceAll('-', '_')}`, undo);
  const { victim, attacker, mailKey, smpp } = await withConnection(databaseUrl, log, makeAccounts);
  const smtpPort = await freePort();
  const smppPort = await freePort();
  const port = await freePort();
  const settings = { ...settingsOf(databaseUrl, smtpPort, carrier, names), HERMOD_SMPP_PORT: `${smppPort}` };
  const node = new HermodNode({ name, folder: join(folder, name), port, settings });
  // Its database is dropped with it, so nothing is lost by SIGKILL; and a stopped process receives no other signal.
  undo.push(() => node.kill('away'));
  node.start();
  await node.untilReady();
  const customer = await startPeer('victim.ts', node.base, victim.key);
  undo.push(() => customer.stop());
  return {
    target: {
      ...{ base: node.base, smtpPort, smppPort, databaseUrl, adminToken, victim },
      attacker: { ...attacker, mailKey, smpp },
    },
    victim: customer,
    watched: watch(node, undo),
    close: () => unwind(undo),
  };
}

function settingsOf(databaseUrl: string, smtpPort: number, carrier: Peer, names: Peer): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    HERMOD_PROCESSES: '1',
    HERMOD_ADMIN_TOKEN: adminToken,
    HERMOD_CARRIER_URL: `smpp://victim:victim@127.0.0.1:${carrier.port}?binds=2&window=100`,
    HERMOD_SENDER_APPROVAL: 'auto',
    HERMOD_WEBHOOK_ALLOW: '127.0.0.0/8,::1/128',
    HERMOD_DNS_SERVERS: `127.0.0.1:${names.port}`,
    HERMOD_SMTP_PORT: `${smtpPort}`,
    // Not an address of the run: every mail has to be proved.
    HERMOD_EMAIL_TRUSTED_RELAYS: '127.9.9.9/32',
  };
}

async function cloneDatabase(template: string, name: string, undo: Undo): Promise<string> {
  const { pathname } = new URL(template);
  const withName = (database: string) => template.slice(0, template.lastIndexOf('/') + 1) + database;
  const admin = async (sql: string) => {
    const client = new pg.Client({ connectionString: withName('postgres') });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  await admin(`CREATE DATABASE ${name} TEMPLATE ${pathname.slice(1)}`);
  undo.push(() => admin(`DROP DATABASE ${name} WITH (FORCE)`));
  return withName(name);
}

type Accounts = {
  victim: TestAccount;
  attacker: TestAccount;
  mailKey: string;
  smpp: { systemId: string; password: string };
};

async function makeAccounts(db: Db): Promise<Accounts> {
  const balance = '100000000';
  const victim = await testAccount(db, { balance });
  const attacker = await testAccount(db, { balance, senders: [{}, { value: attackersNumber, type: 1 }] });
  const { key: mailKey, keyId } = await addKey(db, attacker.id);
  await db.query('UPDATE api_keys SET allowed_emails = $2 WHERE id = $1', [keyId, [mailSender, deadMailSender]]);
  await db.query(`UPDATE accounts SET contact_email = 'contact@attack.test' WHERE id = $1`, [attacker.id]);
  const issued = await issueCredential(db, systemActor('attack'), attacker.id, { maxBinds: 100 });
  if (typeof issued === 'string') throw new Error(issued);
  return { victim, attacker, mailKey, smpp: { systemId: issued.details.systemId, password: issued.password } };
}

/** Polls a few times per second; the result covers the time since the last call. */
function watch(node: HermodNode, undo: Undo): () => Watched {
  const logSize = () => statSync(node.logFile).size;
  const processes = () => [node.supervisor, ...node.workers()].filter((pid) => pid !== undefined);
  let known = new Set(processes());
  let [memory, deaths, logged] = [0, 0, logSize()];
  const look = () => {
    const now = processes();
    deaths += [...known].filter((pid) => !now.includes(pid)).length;
    known = new Set(now);
    memory = Math.max(memory, ...node.workers().map(residentMegabytes));
  };
  const timer = setInterval(look, watchMs);
  undo.push(() => clearInterval(timer));
  return () => {
    look();
    const seen = { memoryMegabytes: memory, deaths, logMegabytes: (logSize() - logged) / 2 ** 20 };
    [memory, deaths, logged] = [0, 0, logSize()];
    return seen;
  };
}

function residentMegabytes(pid: number): number {
  try {
    return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024);
  } catch {
    return 0;
  }
}
