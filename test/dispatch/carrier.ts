/** An SMSC over loopback that the service is bound to, and the view of both sides on a message. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import type { Queryable } from '../../src/database/db.ts';
import type { PduInput } from '../../src/smpp/protocol/pdu.ts';
import type { RequestOutcome as Outcome } from '../../src/smpp/session/requests.ts';
import type { SmscAnswer, SmscOptions } from '../../tools/smsc/options.ts';
import { Smsc } from '../../tools/smsc/smsc.ts';
import { patienceMs } from '../harness/patience.ts';

export type Submit = { readonly destination: string; readonly at: number };
export type Peer = Smsc & {
  /** Every submit_sm, in the order of arrival. */
  readonly submits: Submit[];
  /** Outcomes of messages by number; others are delivered. */
  readonly fates: Map<string, SmscAnswer>;
};

/** Accepts everything unless its `fates` specify otherwise. Stopped with the test file. */
export async function peer(options: SmscOptions = {}): Promise<Peer> {
  const smsc = silentPeer(options);
  await smsc.listen();
  return smsc;
}

/** Refuses connections until `listen` is called. */
export function silentPeer(options: SmscOptions = {}): Peer {
  const submits: Submit[] = [];
  const fates = new Map<string, SmscAnswer>();
  const smsc = new Smsc({
    repeatDelayMs: 50,
    ...options,
    onSubmit: (pdu) => {
      const destination = `+${pdu.destination_addr}`;
      submits.push({ destination, at: Date.now() });
      return fates.get(destination) ?? options.onSubmit?.(pdu);
    },
  });
  afterAll(() => smsc.stop(100));
  return Object.assign(smsc, { submits, fates });
}

export type Route = { country?: string; prefix?: string; priority?: number; weight?: number };

export const urlOf = ({ port }: { port: number }, query = ''): string =>
  `smpp://esme:hunter2@127.0.0.1:${port}${query}`;

/** A carrier at this address, with a route for every destination by default. Returns its id. */
export async function addCarrier(db: Queryable, url: string, routes: Route[] = [{}]): Promise<string> {
  const id = newId();
  await db.query('INSERT INTO carriers (id, name, url) VALUES ($1, $2, $3)', [id, `carrier ${id}`, url]);
  for (const { country = null, prefix = null, priority = 100, weight = 1 } of routes) {
    await db.query(
      'INSERT INTO routes (id, carrier_id, country, prefix, priority, weight) VALUES ($1, $2, $3, $4, $5, $6)',
      [newId(), id, country, prefix, priority, weight],
    );
  }
  return id;
}

/** A carrier for this SMSC with the given number of binds. */
export async function bound(
  db: Queryable,
  smsc: Peer,
  { query = '', routes = [{}], binds = 1 }: { query?: string; routes?: Route[]; binds?: number } = {},
): Promise<string> {
  const id = await addCarrier(db, urlOf(smsc, query), routes);
  await until(() => smsc.receivers === binds);
  return id;
}

export async function until(condition: () => boolean | Promise<boolean>, timeout = patienceMs): Promise<void> {
  const end = Date.now() + timeout;
  let pauseMs = 10;
  let cause: unknown;
  for (;;) {
    try {
      const look = condition();
      if (await look) return;
      // Each query costs the database and the service a millisecond, so the interval starts short and grows.
      if (typeof look !== 'boolean') pauseMs = Math.min(pauseMs * 1.2, 50);
    } catch (error) {
      cause = error;
    }
    if (Date.now() > end) throw new Error(`it never came true: ${condition.toString()}`, { cause });
    await sleep(pauseMs);
  }
}

export async function stateOf(db: Queryable, id: string): Promise<string | undefined> {
  const { rows } = await db.query<{ state: string }>('SELECT state FROM messages WHERE id = $1', [id]);
  return rows[0]?.state;
}

export function untilState(db: Queryable, id: string, state: string, timeout?: number): Promise<void> {
  return until(async () => (await stateOf(db, id)) === state, timeout);
}

/** The number of messages by state. */
export async function states(db: Queryable): Promise<Record<string, number>> {
  const { rows } = await db.query<{ state: string; count: number }>(
    'SELECT state, count(*)::integer FROM messages GROUP BY state',
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

/** The carrier's references of a message, in part order. */
export async function referencesOf(db: Queryable, id: string): Promise<string[]> {
  const { rows } = await db.query<{ reference: string }>(
    'SELECT reference FROM parts WHERE message_id = $1 ORDER BY part',
    [id],
  );
  return rows.map(({ reference }) => reference);
}

/** A receipt in the usual text format. */
export function receipt(reference: string, stat: string, destination: string): PduInput<'deliver_sm'> {
  const text = `id:${reference} sub:001 dlvrd:000 submit date:2601010000 done date:2601010000 stat:${stat} err:000 text:`;
  return {
    command: 'deliver_sm',
    source_addr_ton: 1,
    source_addr_npi: 1,
    source_addr: destination.slice(1),
    destination_addr: 'Shop',
    esm_class: 0x04,
    short_message: Buffer.from(text, 'latin1'),
  };
}

export const isAcknowledged = (outcome: Outcome): boolean =>
  outcome.kind === 'answered' && outcome.response.status === 0;
