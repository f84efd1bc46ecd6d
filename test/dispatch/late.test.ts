/**
 * Carriers that are slow, stalled, faulty or crashing. At most the window of each connection is sent twice, and
 * nothing over a connection that stays up.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Pdu, PduInput } from '../../src/smpp/protocol/pdu.ts';
import { idsOf, sender, testAccount } from '../harness/accounts.ts';
import { testService } from '../harness/service.ts';
import { addCarrier, until, untilState, urlOf } from './carrier.ts';
import { type Line, type ScriptedSubmit, scripted, taken } from './scripted.ts';

const window = 20;
const service = await testService();
const { db } = service;
const send = sender(service, await testAccount(db));
let rigs = 0;

/** A separate carrier for each test, with the numbers routed to it. */
async function rig(query: string) {
  const smsc = await scripted();
  const prefix = `+38640${20 + rigs++}`;
  await addCarrier(db, urlOf(smsc, query), [{ prefix }]);
  const ofThese = `FROM messages WHERE starts_with(destination, '${prefix}')`;
  return {
    smsc,
    async sendAll(total: number): Promise<string[]> {
      await until(() => smsc.binds === 1);
      const destinations = Array.from({ length: total }, (_, index) => `${prefix}${1_000 + index}`);
      return idsOf(await send({ destinations }));
    },
    untilSent: (total: number) =>
      until(async () => {
        const { rows } = await db.query<{ sent: string }>(`SELECT count(*) AS sent ${ofThese} AND state = 'SENT'`);
        return Number(rows[0]!.sent) === total;
      }, 60_000),
    query: async <Row>(columns: string) => (await db.query<Row & object>(`SELECT ${columns} ${ofThese}`)).rows,
  };
}

/** Messages of each connection that were sent again, on it or on a later one. */
function twicePerConnection(submits: readonly ScriptedSubmit[]): number[] {
  const last = new Map(submits.map((submit, index) => [submit.destination, index]));
  const counts = new Map<number, number>(submits.map(({ connection }) => [connection, 0]));
  for (const [index, { connection, destination }] of submits.entries()) {
    if (last.get(destination)! > index) counts.set(connection, counts.get(connection)! + 1);
  }
  return [...counts.values()];
}

const answerAfter = (milliseconds: number) => (pdu: Pdu<'submit_sm'>, line: Line) => {
  setTimeout(() => line.write(taken(pdu, `late ${pdu.sequence}`)), milliseconds);
  return [];
};

// Not shorter: on a busy machine this carrier also responds late to enquire_link, and the connection would be closed.
const late = await rig('?timeout=5');
const slow = await rig('?timeout=1&window=50');
const patient = await rig('?timeout=120');
const stalled = await rig(`?timeout=1&window=${window}`);
const rebound = await rig(`?timeout=1&window=${window}`);
const closing = await rig('?timeout=1');
const narrow = await rig('?window=1');

test.concurrent('a response after the timeout counts, and the message is not sent again', async () => {
  late.smsc.onSubmit = answerAfter(7_000);
  await late.sendAll(5);
  await late.untilSent(5);
  expect(late.smsc.submits).toHaveLength(5);
  expect(late.smsc.binds).toBe(1);
});

test.concurrent('the next message of a request to many recipients is sent when the last is stored, not a poll later', async () => {
  narrow.smsc.onSubmit = answerAfter(20);
  // More than a minute at one message per poll.
  await narrow.sendAll(100);
  await narrow.untilSent(100);
  expect(narrow.smsc.submits).toHaveLength(100);
});

test.concurrent('a carrier that processes its queue slowly gets every message once, however long the last ones wait', async () => {
  const queue: (() => void)[] = [];
  const pace = setInterval(() => queue.shift()?.(), 40);
  slow.smsc.onSubmit = (pdu, line) => {
    queue.push(() => line.write(taken(pdu, `slow ${pdu.sequence}`)));
    return [];
  };
  await slow.sendAll(100);
  await slow.untilSent(100);
  clearInterval(pace);
  expect(slow.smsc.submits).toHaveLength(100);
  expect(slow.smsc.binds).toBe(1);
});

test.concurrent('an unanswered message stays claimed by a running process', async () => {
  const answers: (() => void)[] = [];
  patient.smsc.onSubmit = (pdu, line) => {
    answers.push(() => line.write(taken(pdu, 'at last')));
    return [];
  };
  const [id] = await patient.sendAll(1);
  await until(() => answers.length === 1);
  const [{ lease }] = (await patient.query<{ lease: string }>('lease')) as [{ lease: string }];
  const seenAt = async () =>
    (await db.query<{ seen_at: Date }>('SELECT seen_at FROM workers WHERE id = $1', [lease])).rows[0]!.seen_at;
  const first = await seenAt();
  await until(async () => (await seenAt()) > first, 30_000);
  answers[0]!();
  await untilState(db, id!, 'SENT');
  expect(patient.smsc.submits).toHaveLength(1);
});

test.concurrent('a carrier that stops reading and resumes gets at most its window twice', async () => {
  const { smsc } = stalled;
  smsc.onSubmit = (pdu, line) => [taken(pdu, `stalled ${line.number} ${pdu.sequence}`)];
  await until(() => smsc.binds === 1);
  smsc.isStalled = true;
  await stalled.sendAll(200);
  await sleep(6_000);
  smsc.isStalled = false;
  await stalled.untilSent(200);
  expect(smsc.submits.length).toBeGreaterThan(200);
  expect(smsc.submits.length).toBeLessThanOrEqual(200 + window);
});

/** How a carrier handles the submits of its first connections; later ones behave normally. */
type Lie = (pdu: Pdu<'submit_sm'>, line: Line, count: number) => PduInput[];

const nack = ({ sequence }: Pdu<'submit_sm'>): PduInput => ({ command: 'generic_nack', sequence, status: 0x08 });

const lies: Record<string, { lie: Lie; connections?: number }> = {
  'answers with wrong sequence numbers': {
    lie: (pdu, line, count) => {
      if (count === window) setTimeout(() => line.cut(), 3_000);
      return [{ ...taken(pdu, `wrong ${pdu.sequence}`), sequence: pdu.sequence + 1_000_000 }];
    },
  },
  'answers twice': { lie: (pdu) => [taken(pdu, `first ${pdu.sequence}`), taken(pdu, `second ${pdu.sequence}`)] },
  'nacks one in four': { lie: (pdu, _, count) => [count % 4 === 0 ? nack(pdu) : taken(pdu, `ok ${pdu.sequence}`)] },
  'dies in the middle of a window': {
    lie: (pdu, line, count) => {
      if (count > 30) line.cut();
      return count > 25 ? [] : [taken(pdu, `before it died ${pdu.sequence}`)];
    },
  },
  'takes and closes without a word': {
    lie: (_, line) => {
      setTimeout(() => line.cut(), 100);
      return [];
    },
    connections: 2,
  },
  'answers half and forgets the others': {
    lie: (pdu, line, count) => {
      if (count === 38) setTimeout(() => line.cut(), 3_000);
      return count % 2 === 0 ? [] : [taken(pdu, `remembered ${pdu.sequence}`)];
    },
  },
};

const liars = await Promise.all(
  Object.entries(lies).map(
    async ([what, { lie, connections = 1 }]) =>
      [what, await rig(`?timeout=1&window=${window}`), lie, connections] as const,
  ),
);

test.concurrent.each(liars)(
  'a carrier that %s gets at most its window twice',
  async (_, { smsc, ...rest }, lie, connections) => {
    const kept: ScriptedSubmit[] = [];
    smsc.onSubmit = (pdu, line) => {
      const isHonest = line.number > connections;
      const answers = isHonest ? [taken(pdu, `${line.number} ${pdu.sequence}`)] : lie(pdu, line, smsc.submits.length);
      if (answers[0]?.command !== 'generic_nack') kept.push(smsc.submits.at(-1)!);
      return answers;
    };
    await rest.sendAll(80);
    await rest.untilSent(80);
    expect(new Set(kept.map(({ destination }) => destination)).size).toBe(80);
    expect(Math.max(...twicePerConnection(kept))).toBeLessThanOrEqual(window);
  },
);

test.concurrent('a response to a submit of the previous connection has no effect on the next', async () => {
  const old: number[] = [];
  rebound.smsc.onSubmit = (pdu, line) => {
    if (line.number === 1) {
      old.push(pdu.sequence);
      if (old.length === 5) setTimeout(() => line.cut(), 50);
      return [];
    }
    const stale = old.splice(0).map((sequence) => ({ ...taken(pdu, `stale ${sequence}`), sequence }));
    return [...stale, taken(pdu, `true ${pdu.sequence}`)];
  };
  await rebound.sendAll(5);
  await rebound.untilSent(5);
  const { rows } = await db.query<{ reference: string }>(
    `SELECT reference FROM parts WHERE reference ~ '^(true|stale)' ORDER BY 1`,
  );
  expect(rows.map(({ reference }) => reference.split(' ')[0])).toEqual(Array(5).fill('true'));
});

test.concurrent('after three unanswered submits a message is UNKNOWN, and is not sent again', async () => {
  const { smsc } = closing;
  smsc.onSubmit = (_, line) => {
    line.cut();
    return [];
  };
  const [id] = await closing.sendAll(1);
  await untilState(db, id!, 'UNKNOWN', 60_000);
  expect(smsc.submits).toHaveLength(3);
  const [message] = await closing.query('reason, unanswered, attempts');
  expect(message).toEqual({ reason: 'the link was lost before the answer', unanswered: 2, attempts: 2 });
});
