import type { Config } from '../../config/config.ts';
import type { Db } from '../../database/db.ts';
import type { PauseKind } from '../../domain/carrier/pauses.ts';
import { explainReason, type ReasonCarrier } from '../../domain/carrier/reasons/reason.ts';
import { routeTable } from '../../domain/carrier/route.ts';
import { type Verdict, type VerdictFacts, verdictOf } from '../../domain/message/verdict.ts';
import { attemptText } from '../../domain/webhook/failure.ts';
import { loadRouting, type Routing, reasonCarriers } from '../../store/carrier/carriers.ts';
import { listPauses } from '../../store/carrier/pauses.ts';
import { carrierStandings, type Standing } from '../../store/carrier/standings.ts';
import type { MessageRef } from '../../store/message/messages.ts';
import { partsOfMessage } from '../../store/message/parts.ts';
import { findRecorded, type RecordedRow } from '../../store/message/recorded.ts';
import { findCanceller, findFallback } from '../../store/message/verdict-facts.ts';
import { receiptsOfMessage } from '../../store/receipt/receipt-log.ts';
import { reportsOf } from '../../store/webhook/delivery-log.ts';
import { waitsForBind } from '../../store/webhook/outbox.ts';

type Times = Pick<Config, 'validitySeconds' | 'receiptGraceSeconds'>;

/** What is with a message, why, and what can be done; undefined if the account does not have it. For operators, with all names. */
export async function readVerdict(db: Db, ref: MessageRef, times: Times): Promise<Verdict | undefined> {
  const row = await findRecorded(db, ref);
  return row && verdictOf(await factsOf(db, ref, row, times));
}

async function factsOf(db: Db, ref: MessageRef, row: RecordedRow, times: Times): Promise<VerdictFacts> {
  const { state, stateAt, reason, dueAt, carrierId, unanswered } = row;
  const isWaiting = state === 'QUEUED';
  const carriers = reason === null && !isWaiting ? [] : await reasonCarriers(db);
  const sent = isWaiting || state === 'SCHEDULED' ? noParts : await sentFacts(db, ref, row);
  const silentMs = (times.validitySeconds + times.receiptGraceSeconds) * 1_000;
  return {
    ...{ now: row.now, state, stateAt, acceptedAt: row.acceptedAt, attempts: row.attempts },
    ...{ scheduledAt: row.scheduledAt ?? undefined, dueAt: dueAt ?? undefined },
    isHeld: isWaiting && dueAt === null,
    mayBeSent: carrierId !== null || unanswered > 0,
    receiptUntil: new Date(stateAt.getTime() + silentMs),
    reason: reason === null ? undefined : explainReason(reason, carriers, sent.sentBy?.id ?? carrierId ?? undefined),
    ...(isWaiting ? await waitingFacts(db, ref, row, carriers) : { pauses: {}, hasRoute: true }),
    ...sent,
    cancelledBy: state === 'CANCELLED' ? await cancellerOf(db, ref, row) : undefined,
    fallback: await fallbackOf(db, ref),
    report: await reportOf(db, ref, row),
  };
}

const noParts = { sentBy: undefined, hasReceipt: false };

/** The carrier that had the message last. A receipt in the reason counts too: the receipts of older messages are not stored. */
async function sentFacts(db: Db, ref: MessageRef, { state, reason }: RecordedRow) {
  const parts = await partsOfMessage(db, ref);
  const last = parts.toSorted((a, b) => (a.takenAt?.getTime() ?? 0) - (b.takenAt?.getTime() ?? 0)).at(-1);
  const isFailed = state === 'FAILED' && (parts.length > 0 || reason?.startsWith('carrier ') === true);
  return {
    sentBy: last && { id: last.carrierId, name: last.carrier ?? '' },
    hasReceipt: isFailed || (await receiptsOfMessage(db, ref)).some(({ outcome }) => outcome === state.toLowerCase()),
  };
}

/** The pauses that concern the message, the carrier that it waits for, and how that takes messages. */
async function waitingFacts(db: Db, { accountId, id }: MessageRef, row: RecordedRow, known: readonly ReasonCarrier[]) {
  const routing = await loadRouting(db);
  const standings = new Map((await carrierStandings(db)).map((standing) => [standing.carrierId, standing]));
  const pauses = await listPauses(db);
  const paused = new Set(pauses.flatMap(({ kind, subjectId }) => (kind === 'carrier' ? subjectId : [])));
  const carrierIds = routesOf(routing, row, id);
  const isFree = (carrierId: string) => paused.has(carrierId) || standings.get(carrierId)?.standing === 'up';
  const queued = routing.carriers.find(({ queue }) => queue === row.queue)?.id;
  const carrierId = row.carrierId ?? queued ?? carrierIds.find(isFree) ?? carrierIds[0];
  const carrier = routing.carriers.find((each) => each.id === carrierId);
  const concerned = { all: undefined, carrier: carrierId, account: accountId };
  const found = pauses.filter(({ kind, subjectId }) => kind === 'all' || concerned[kind] === subjectId);
  return {
    pauses: Object.fromEntries(found.map(({ kind, actor: by, since }) => [kind, { by, since }])) as Partial<
      Record<PauseKind, { by: string; since: Date }>
    >,
    hasRoute: carrierIds.length > 0,
    waitsFor: carrier && { id: carrier.id, name: carrier.name, ...standingOf(standings.get(carrier.id), known) },
  };
}

/** The enabled carriers that take the number, best first. */
function routesOf({ carriers, routes }: Routing, { destination, country }: RecordedRow, id: string): string[] {
  const enabled = new Set(carriers.flatMap((carrier) => (carrier.enabled ? carrier.id : [])));
  const table = routeTable(routes.filter(({ carrierId }) => enabled.has(carrierId)));
  return table({ id, destination, country }).map(({ carrierId }) => carrierId);
}

function standingOf(found: Standing | undefined, known: readonly ReasonCarrier[]) {
  if (found === undefined) return { standing: 'down' as const };
  const { carrierId, standing, since, retryAt, error } = found;
  const isUp = standing === 'up' || standing === 'throttled';
  return {
    standing,
    since: isUp ? undefined : (since ?? undefined),
    retryAt: retryAt ?? undefined,
    error: isUp || error === null ? undefined : explainReason(error, known, carrierId),
  };
}

async function cancellerOf(db: Db, ref: MessageRef, { stateAt, reason }: RecordedRow) {
  const found = await findCanceller(db, ref, stateAt);
  return { isOperator: reason !== null || (found !== undefined && found.kind !== 'customer'), name: found?.actor };
}

async function fallbackOf(db: Db, ref: MessageRef) {
  const found = await findFallback(db, ref);
  return found && { dueAt: found.dueAt, takenAt: found.takenAt ?? undefined };
}

/** The first report that failed and is not delivered. A first attempt under way is not worth a word. */
async function reportOf(db: Db, { accountId, id }: MessageRef, { scheduledAt, stateAt }: RecordedRow) {
  const reports = await reportsOf(db, accountId, { id, scheduled_at: scheduledAt, state_at: stateAt });
  const late = reports.find(
    ({ state, attempts, due_at }) =>
      state === 'given up' || (state === 'ready' && attempts > 0 && !waitsForBind(due_at)),
  );
  if (late === undefined) return undefined;
  const dueAt = late.state === 'ready' ? late.due_at : undefined;
  return { deliveryId: late.id, attempts: late.attempts, dueAt, error: attemptText(late) };
}
