import type { Db } from '../../database/db.ts';
import type { Actor } from '../../domain/access/actor.ts';
import { type CarrierState, carrierState, downSince } from '../../domain/carrier/carrier-state.ts';
import { type ComparedSpans, comparedSpans, perMinute } from '../../domain/statistics/compared-spans.ts';
import { insertAudit } from '../../store/account/audit.ts';
import { switchedOffAt } from '../../store/account/switched-off.ts';
import { listCarriers, listRoutes, type StoredRoute } from '../../store/carrier/carriers.ts';
import { type CarrierStatus, carrierStatus, retryCircuit } from '../../store/carrier/links.ts';
import { listPauses, type PauseRow } from '../../store/carrier/pauses.ts';
import { readClock } from '../../store/clock.ts';
import { type WaitingLine, waitingInQueue } from '../../store/message/waiting-lines.ts';
import * as statistics from '../../store/statistics/incident.ts';

const hourMs = 3_600_000;

/** What an operator has to know about a carrier when messages do not leave. Undefined if the carrier does not exist. */
export async function carrierIncident(db: Db, carrierId: string) {
  const carriers = await listCarriers(db);
  const carrier = carriers.find(({ id }) => id === carrierId);
  const status = (await carrierStatus(db)).find(({ id }) => id === carrierId);
  if (carrier === undefined || status === undefined) return undefined;
  const pauses = await listPauses(db);
  const pause = pauses.find(({ kind, subjectId }) => kind === 'all' || subjectId === carrierId);
  const lines = await waitingInQueue(db, carrier.queue);
  const pausedAccounts = new Set(pauses.flatMap(({ kind, subjectId }) => (kind === 'account' ? subjectId : [])));
  const state = carrierState({ ...status, isPaused: pause !== undefined });
  const since = await sinceOf(db, state, status, pause, oldestOf(lines, pausedAccounts));
  const now = await readClock(db);
  const spans = comparedSpans(now.getTime(), isWell(state) ? undefined : since?.getTime());
  const routes = (await listRoutes(db)).filter((route) => route.carrierId === carrierId);
  const taken = await statistics.takenByCarriers(db, spans, countriesOf(routes));
  const own = taken.find((each) => each.carrierId === carrierId);
  const { name, lastError, refusals } = status;
  return {
    ...{ carrierId, name, state, since, lastError, refusals, pause, spans, routes: routes.length },
    waiting: waitingOf(lines),
    perMinute: rateOf(spans, own),
    accounts: accountsOf(lines, await statistics.takenByAccounts(db, spans, carrierId), spans).map((account) => ({
      ...account,
      paused: pausedAccounts.has(account.accountId),
    })),
    otherCarriers: taken
      .filter((each) => each.carrierId !== carrierId)
      .map((each) => ({
        carrierId: each.carrierId,
        name: carriers.find(({ id }) => id === each.carrierId)?.name,
        ...rateOf(spans, each),
      }))
      .toSorted((one, other) => (other.now ?? 0) - (one.now ?? 0) || other.before - one.before),
    lastHour: await lastHourOf(db, now, carrierId),
  };
}

const isWell = (state: CarrierState): boolean => state === 'up' || state === 'throttled';

async function sinceOf(
  db: Db,
  state: CarrierState,
  { id, since }: CarrierStatus,
  pause: PauseRow | undefined,
  oldestWaiting: Date | undefined,
): Promise<Date | undefined> {
  switch (state) {
    case 'disabled':
      return switchedOffAt(db, id, 'carrier change');
    case 'paused':
      return pause!.since;
    case 'down':
      return downSince(since, oldestWaiting);
    case 'refused':
      // The connections of an HTTP carrier stay up while it refuses calls.
      return oldestWaiting;
    case 'throttled':
      return undefined;
    case 'up':
      return since;
  }
}

/** Messages of a paused account wait for the account. */
const oldestOf = (lines: readonly WaitingLine[], paused: ReadonlySet<string>): Date | undefined =>
  oldest(lines.filter(({ accountId }) => !paused.has(accountId)));

const oldest = (lines: readonly Pick<WaitingLine, 'oldestAt'>[]): Date | undefined =>
  lines.map(({ oldestAt }) => oldestAt).toSorted((one, other) => one.getTime() - other.getTime())[0];

/** Undefined: every country. */
function countriesOf(routes: readonly StoredRoute[]): string[] | undefined {
  const countries = routes.flatMap(({ country }) => country ?? []);
  return countries.length < routes.length ? undefined : countries;
}

export const rateOf = ({ before, now }: ComparedSpans, taken: statistics.Taken = { before: 0, now: 0 }) => ({
  before: perMinute(taken.before, before),
  now: now && perMinute(taken.now, now),
});

export function waitingOf(lines: readonly WaitingLine[]) {
  return {
    messages: lines.reduce((sum, { messages }) => sum + messages, 0),
    bounded: lines.some(({ bounded }) => bounded),
    oldestAt: oldest(lines),
  };
}

/** Accounts with waiting messages, then accounts whose messages the carrier took in one of the spans. */
function accountsOf(
  lines: readonly WaitingLine[],
  taken: Awaited<ReturnType<typeof statistics.takenByAccounts>>,
  spans: ComparedSpans,
) {
  const byAccount = new Map(taken.map((each) => [each.accountId, each]));
  const waits = new Set(lines.map(({ accountId }) => accountId));
  return [
    ...lines.map((line) => ({ ...line, ...rateOf(spans, byAccount.get(line.accountId)) })),
    ...taken
      .filter(({ accountId }) => !waits.has(accountId))
      .map(({ before, now, ...account }) => ({
        ...account,
        ...{ messages: 0, bounded: false, amount: '0', oldestAt: undefined },
        ...rateOf(spans, { before, now }),
      })),
  ];
}

async function lastHourOf(db: Db, now: Date, carrierId: string) {
  const hour = { from: new Date(now.getTime() - hourMs), to: now };
  const counted = await statistics.outcomesOfCarrier(db, hour, carrierId);
  const sum = (name: keyof statistics.Outcomes) => counted.reduce((total, each) => total + each[name], 0);
  const sampled = { ...hour, from: startOfSample(counted) ?? hour.from };
  return {
    ...{ accepted: sum('accepted'), delivered: sum('delivered') },
    ...{ failed: sum('failed'), rejected: sum('rejected'), unknown: sum('unknown') },
    reasons: await statistics.failuresOfCarrier(db, sampled, carrierId),
    reasonsSince: sampled.from,
  };
}

/** The latest minutes that together hold no more messages than one sample. */
function startOfSample(counted: readonly { readonly at: Date; readonly accepted: number }[]): Date | undefined {
  let [total, start] = [0, undefined as Date | undefined];
  for (const { at, accepted } of counted) {
    total += accepted;
    if (total > statistics.mostSampled && start !== undefined) return start;
    start = at;
  }
  return undefined;
}

/** A carrier that refuses calls, or asked for none, is called within about a second. Returns false if the carrier does not exist. */
export function retryCarrier(db: Db, actor: Actor, carrierId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await listCarriers(tx)).some(({ id }) => id === carrierId)) return false;
    await retryCircuit(tx, carrierId);
    await insertAudit(tx, actor, { action: 'carrier retry', subjectId: carrierId });
    return true;
  });
}
