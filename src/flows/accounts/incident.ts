import type { Db } from '../../database/db.ts';
import { carrierState } from '../../domain/carrier/carrier-state.ts';
import { comparedSpans } from '../../domain/statistics/compared-spans.ts';
import { firstUuid } from '../../domain/uuid.ts';
import { type AccountDetails, findAccountDetails } from '../../store/account/account-details.ts';
import { switchedOffAt } from '../../store/account/switched-off.ts';
import { type CarrierRow, listCarriers } from '../../store/carrier/carriers.ts';
import { type CarrierStatus, carrierStatus } from '../../store/carrier/links.ts';
import { listPauses, type PauseRow } from '../../store/carrier/pauses.ts';
import { readClock } from '../../store/clock.ts';
import { noRouteQueue, scheduledQueue, undecidedQueue } from '../../store/message/queues.ts';
import { waitingOfAccount } from '../../store/message/waiting-lines.ts';
import * as statistics from '../../store/statistics/incident.ts';
import { failuresOf } from '../../store/statistics/overview.ts';
import { rateOf, waitingOf } from '../carriers/incident.ts';

export const accountStates = ['suspended', 'paused', 'no funds', 'waiting', 'sending'] as const;
export type AccountState = (typeof accountStates)[number];

/** What messages wait for. */
export const waitingReasons = ['carrier', 'route', 'no route', 'scheduled'] as const;

const hourMs = 3_600_000;

/** What an operator has to know about an account whose messages do not leave. Undefined if the account does not exist. */
export async function accountIncident(db: Db, accountId: string) {
  const account = await findAccountDetails(db, accountId);
  if (account === undefined) return undefined;
  const pauses = await listPauses(db);
  const pause = pauses.find(({ kind, subjectId }) => kind === 'all' || subjectId === accountId);
  const lines = await waitingOfAccount(db, accountId);
  const waiting = waitingOf(lines.filter(({ queue }) => queue !== scheduledQueue));
  const state = stateOf(account, pause, waiting.messages);
  const since = await sinceOf(db, state, accountId, pause, waiting.oldestAt);
  const now = await readClock(db);
  const spans = comparedSpans(now.getTime(), state === 'sending' ? undefined : since?.getTime());
  const taken = await statistics.takenOfAccount(db, spans, accountId);
  const sum = (name: keyof statistics.Taken) => taken.reduce((total, each) => total + each[name], 0);
  const hour = { from: new Date(now.getTime() - hourMs), to: now };
  const carriers = placesOf(await listCarriers(db), await carrierStatus(db), pauses);
  return {
    ...{ accountId, name: account.name, state, since, pause, spans, waiting },
    ...{ balance: account.balance, creditLimit: account.credit_limit, currency: account.currency },
    perMinute: rateOf(spans, { before: sum('before'), now: sum('now') }),
    queues: lines.map(({ queue, messages, bounded, amount, oldestAt }) => ({
      ...(carriers.byQueue(queue) ?? { waitsFor: reasonOf(queue) }),
      ...{ messages, bounded, amount, oldestAt },
    })),
    carriers: taken.map(({ carrierId, ...counts }) => ({
      ...(carriers.byId(carrierId) ?? { carrierId }),
      ...rateOf(spans, counts),
    })),
    lastHour: {
      ...(await statistics.outcomesOfAccount(db, hour, accountId)),
      reasons: await failuresOf(db, { ...hour, accountId }),
      reasonsSince: hour.from,
    },
  };
}

function stateOf(
  { status, balance, credit_limit: credit }: AccountDetails,
  pause: PauseRow | undefined,
  waiting: number,
): AccountState {
  if (status === 'suspended') return 'suspended';
  if (pause !== undefined) return 'paused';
  if (Number(balance) + Number(credit) <= 0) return 'no funds';
  return waiting > 0 ? 'waiting' : 'sending';
}

async function sinceOf(
  db: Db,
  state: AccountState,
  accountId: string,
  pause: PauseRow | undefined,
  oldestWaiting: Date | undefined,
): Promise<Date | undefined> {
  switch (state) {
    case 'suspended':
      return switchedOffAt(db, accountId, 'account change');
    case 'paused':
      return pause!.since;
    case 'waiting':
      return oldestWaiting;
    case 'no funds':
    case 'sending':
      return undefined;
  }
}

/** A queue whose carrier was deleted is decided again. */
function reasonOf(queue: number): (typeof waitingReasons)[number] {
  if (queue === scheduledQueue) return 'scheduled';
  return queue === noRouteQueue ? 'no route' : 'route';
}

function placesOf(stored: readonly CarrierRow[], statuses: readonly CarrierStatus[], pauses: readonly PauseRow[]) {
  const byId = new Map(statuses.map((status) => [status.id, status]));
  const held = (id: string) => pauses.some(({ kind, subjectId }) => kind === 'all' || subjectId === id);
  const placeOf = (carrier: CarrierRow | undefined) => {
    const status = carrier && byId.get(carrier.id);
    if (status === undefined) return undefined;
    const { id, name } = status;
    const state = carrierState({ ...status, isPaused: held(id) });
    return { waitsFor: 'carrier' as const, carrierId: id, carrier: name, state };
  };
  return {
    byQueue: (queue: number) =>
      queue > undecidedQueue ? placeOf(stored.find((each) => each.queue === queue)) : undefined,
    byId: (carrierId: string) =>
      carrierId === firstUuid ? undefined : placeOf(stored.find(({ id }) => id === carrierId)),
  };
}
