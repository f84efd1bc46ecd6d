/** The course of all scenarios: load and faults, then a quiet period, and a judgement once everything has settled. */
import { setTimeout as sleep } from 'node:timers/promises';
import { audit, type Unsettled, unsettled } from './books.ts';
import { type CarrierLine, type ClientLine, type ReportLine, readJournal, type TroubleLine } from './journal.ts';
import { countLosses, splitLosses } from './losses.ts';
import { duplicatesAtCarrier, type Evidence, judge, type Violation } from './oracle.ts';
import { describeOutages } from './outages.ts';
import { sidesOf, unique } from './sides.ts';
import { bySmpp } from './smpp-customers.ts';
import type { World } from './world.ts';

export type Course = {
  seconds: number;
  /** Injects faults until the signal comes, and leaves everything repaired. */
  trouble(world: World, ended: AbortSignal): Promise<void>;
  /** The time to settle after the last fault. */
  settleSeconds: number;
  /** Instead of waiting for leases: all processes are killed, their leases expired immediately, and new ones started. */
  hurry: boolean;
  /** A database that may forget what it has committed: what is missing then is counted. */
  mayLose: boolean;
};

export type CourseResult = { violations: Violation[]; figures: Record<string, string | number> };

export async function play(world: World, course: Course): Promise<CourseResult> {
  for (const node of world.nodes) node.start();
  await Promise.all(world.nodes.map((node) => node.untilReady()));
  const ended = new AbortController();
  const loading = world.load.run();
  const trouble = course.trouble(world, ended.signal);
  await Promise.race([sleep(course.seconds * 1_000), trouble.then(() => new Promise(() => {}))]);
  ended.abort();
  await trouble;
  await Promise.all(world.nodes.map((node) => node.untilReady()));
  world.load.stop();
  await loading;
  if (course.hurry) await skipLeases(world);
  const settledAfter = await settle(world, course.settleSeconds);
  return assess(world, settledAfter, course);
}

async function skipLeases(world: World): Promise<void> {
  const { nodes, db } = world;
  world.note('everything', 'to skip the leases');
  for (const node of nodes) node.kill('away');
  await sleep(200);
  await db.query(`UPDATE workers SET seen_at = '-infinity'`);
  await db.query(`UPDATE outbox SET due_at = now() WHERE state = 'ready' AND lease IS NOT NULL`);
  for (const node of nodes) node.start();
  await Promise.all(nodes.map((node) => node.untilReady()));
}

/** Seconds until nothing was under way any more; undefined if that took too long. */
async function settle({ db }: World, patience: number): Promise<number | undefined> {
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1_000;
  while (seconds() < patience) {
    const askedAt = performance.now();
    const left = await unsettled(db).catch((): Unsettled => ({ messages: -1, events: -1 }));
    if (left.messages === 0 && left.events === 0) return seconds();
    // The query reads every message: asked without a pause, it took a third of two cores from the service that settles.
    await sleep(Math.max(250, 10 * (performance.now() - askedAt)));
  }
  return undefined;
}

async function assess(world: World, settledAfter: number | undefined, course: Course): Promise<CourseResult> {
  const { files, db, limits } = world;
  const evidence: Evidence = {
    client: readJournal<ClientLine>(files.client),
    carrier: readJournal<CarrierLine>(files.carrier),
    reports: readJournal<ReportLine>(files.reports),
    troubles: readJournal<TroubleLine>(files.troubles),
  };
  const sides = sidesOf(evidence.client);
  const unrest = settledAfter === undefined ? await leftOver(world, course.settleSeconds) : [];
  const found = [...unrest, ...judge(evidence, limits), ...(await audit(db, sides, limits))];
  const { lost, broken } = course.mayLose ? splitLosses(found) : { lost: [], broken: found };
  return {
    violations: broken,
    figures: {
      ...count(evidence, world),
      ...describeOutages(evidence.client, evidence.troubles),
      ...(course.mayLose ? countLosses(lost, sides.expected, evidence.carrier) : {}),
      'settled after': settledAfter === undefined ? 'never' : `${settledAfter.toFixed(1)} s`,
    },
  };
}

async function leftOver({ db }: World, patience: number): Promise<Violation[]> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT id || ' ' || state AS id FROM messages WHERE state IN ('SCHEDULED', 'QUEUED', 'SENT')
     UNION ALL SELECT id || ' report ' || state FROM outbox WHERE state IN ('ready', 'blocked')`,
  );
  return [{ rule: `everything settles within ${patience} s`, ids: rows.map(({ id }) => id) }];
}

function count(evidence: Evidence, { limits }: World): Record<string, number | string> {
  const { asked, expected, refused, maybe } = sidesOf(evidence.client);
  const { count: twice, worst } = duplicatesAtCarrier(evidence, limits);
  const kinds = Map.groupBy(evidence.troubles, ({ kind }) => kind);
  const webhooks = unique(evidence.reports.map(({ webhookId }) => webhookId)).length;
  return {
    ...Object.fromEntries([...kinds].map(([kind, lines]) => [`broken: ${kind}`, lines.length])),
    'requests asked': asked.size,
    'requests refused': refused.size,
    'requests unanswered (maybe)': maybe.size,
    'messages accepted': expected.length,
    'messages cancelled': expected.filter(({ cancelled }) => cancelled === 'yes').length,
    'submits at the carrier': evidence.carrier.length,
    'arrived twice at the carrier': twice,
    'most by one blow': worst,
    'reports at the endpoint': evidence.reports.length,
    'of them over SMPP': evidence.reports.filter(({ body }) => body === bySmpp).length,
    'reports repeated': evidence.reports.length - webhooks,
  };
}
