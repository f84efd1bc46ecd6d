import type { Db } from '../db.ts';
import { newSecret } from '../domain/signature.ts';
import { firstUuid } from '../domain/uuid.ts';
import { webhookDelayMs } from '../domain/webhook-retry.ts';
import { newId } from '../ids.ts';
import {
  type ClaimedEvent,
  claimEvents,
  type DeliveryResult,
  type Endpoint,
  endpointsWithWork,
  logEarlierAttempts,
  recordResults,
} from '../store/deliveries.ts';
import { findSecrets, insertFirstSecrets } from '../store/secrets.ts';

export const firstEndpoint: Endpoint = { accountId: firstUuid, origin: '' };

/** Takes events of endpoints that have room. Each call goes on behind the endpoints of the last one. */
export async function claimForEndpoints(
  db: Db,
  lease: string,
  after: Endpoint,
  roomOf: (endpoint: Endpoint) => number,
): Promise<{ events: ClaimedEvent[]; last: Endpoint }> {
  const found = await endpointsWithWork(db, after);
  const wanted = found.map((endpoint) => ({ ...endpoint, room: roomOf(endpoint) })).filter(({ room }) => room > 0);
  const events = wanted.length === 0 ? [] : await claimEvents(db, lease, wanted);
  return { events, last: found.at(-1) ?? firstEndpoint };
}

/** What the customer's endpoint answered. */
export type Attempt = {
  readonly ok: boolean;
  readonly status?: number | undefined;
  readonly error?: string | undefined;
  readonly durationMs: number;
  readonly answer: string;
};

/** The first delivery and up to ten retries; then it is given up. Jitter only delays. */
export function judge(event: ClaimedEvent, attempt: Attempt, scale: number, random: number): DeliveryResult {
  const { durationMs, answer } = attempt;
  const facts = { event, durationMs, status: attempt.status, error: attempt.error, answer };
  if (attempt.ok) return { ...facts, state: 'delivered', delayMs: 0 };
  const delay = webhookDelayMs(event.attempts + 1, scale);
  if (delay === undefined) return { ...facts, state: 'given up', delayMs: 0 };
  return { ...facts, state: 'ready', delayMs: delay * (1 + random * jitter) };
}

const jitter = 0.02;

/** Stores results in sets. Returns the events that waited behind delivered ones and are now ours to deliver. */
export async function storeResults(db: Db, lease: string, results: readonly DeliveryResult[]): Promise<ClaimedEvent[]> {
  const again = results.map(({ event }) => event).filter(({ attempted }) => attempted);
  if (again.length === 0) return recordResults(db, lease, results);
  return db.transaction(async (tx) => {
    await logEarlierAttempts(tx, lease, again);
    return recordResults(tx, lease, results);
  });
}

/** Live secrets by account; an account that has none gets its first. */
export async function secretsFor(db: Db, accountIds: readonly string[]): Promise<Map<string, string[]>> {
  const found = await findSecrets(db, accountIds);
  const missing = accountIds.filter((id) => !found.has(id));
  if (missing.length === 0) return found;
  await insertFirstSecrets(
    db,
    missing.map((accountId) => ({ accountId, id: newId(), secret: newSecret() })),
  );
  return findSecrets(db, accountIds);
}
