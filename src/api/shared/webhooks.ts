import type { Static } from '../../base/type.ts';
import type { Db } from '../../database/db.ts';
import { bindOrigin, subjectOf } from '../../domain/receipt/report-target.ts';
import { isUuid } from '../../domain/uuid.ts';
import { endpointOrigin } from '../../domain/webhook/endpoint.ts';
import { attemptText } from '../../domain/webhook/failure.ts';
import { endpointHealth } from '../../domain/webhook/retry.ts';
import { longestUrl, maskedUrl } from '../../domain/webhook/web-url.ts';
import type { Runtime } from '../../runtime.ts';
import type { AttemptRow, DeliveryFilter, DeliveryRow } from '../../store/webhook/delivery-log.ts';
import { type EndpointRow, listEndpoints } from '../../store/webhook/endpoints.ts';
import { waitsForBind } from '../../store/webhook/outbox.ts';
import type { WebhookEndpointRow } from '../../store/webhook/webhook-endpoints.ts';
import { bodyOf, type Sent } from '../operation/row-body.ts';
import { WebhookEndpoint } from '../schemas/webhook-endpoints.ts';
import { Attempt, Delivery, type deliveryStates, Endpoint } from '../schemas/webhooks.ts';
import { HttpError } from '../server/errors.ts';

/** All URLs of an origin share slots and a circuit breaker, so a replay or a list is limited by origin; or by managed endpoint. */
export function replayOrigin(endpoint: string | undefined): string | undefined {
  if (endpoint === undefined || endpoint === bindOrigin) return endpoint;
  if (isUuid(endpoint)) return endpointOrigin(endpoint.toLowerCase());
  const url = endpoint.length <= longestUrl ? URL.parse(endpoint) : null;
  if (url !== null && /^https?:$/.test(url.protocol)) return url.origin;
  throw new HttpError(400, `endpoint must be an http or https URL, or smpp:, of at most ${longestUrl} characters`);
}

type DeliveryState = (typeof deliveryStates)[number];
type ByState = Pick<DeliveryFilter, 'states' | 'failed'>;

/** The queue has the states `ready` and `blocked`; the API shows whether a delivery was attempted. */
export function byState(state: DeliveryState | undefined): ByState {
  const filters: Record<DeliveryState, ByState> = {
    waiting: { states: ['ready', 'blocked'], failed: false },
    retrying: { states: ['ready'], failed: true },
    delivered: { states: ['delivered'] },
    'given up': { states: ['given up'] },
  };
  return state === undefined ? {} : filters[state];
}

export function toDeliveryBody(row: DeliveryRow, attempts?: AttemptRow[]) {
  const isOpen = row.state === 'ready' || row.state === 'blocked';
  return bodyOf(Delivery, row, {
    deliveryId: row.id,
    messageId: row.kind === 'delivery report' ? subjectOf(row.subject_id) : undefined,
    // Older URLs may contain a password; it is refused today.
    url: maskedUrl(row.url),
    state: isOpen ? (row.attempts > 0 ? 'retrying' : 'waiting') : (row.state as 'delivered' | 'given up'),
    nextAttemptAt: row.state === 'ready' && !waitsForBind(row.due_at) ? row.due_at : undefined,
    attemptCount: row.attempts,
    lastAttempt: row.attempted_at === null ? undefined : toAttempt(row as AttemptRow),
    attempts: attempts?.map(toAttempt),
  });
}

function toAttempt(row: AttemptRow) {
  return bodyOf(Attempt, row, { at: row.attempted_at, answer: row.answer || undefined, reasonText: attemptText(row) });
}

export async function endpointsOf(db: Db, { clock, config }: Runtime, accountId?: string) {
  const rows = await listEndpoints(db, accountId, clock());
  return rows.map((row) => ({ row, body: endpointBody(row, config.webhookRetryScale) }));
}

/** Managed endpoints with their state and figures. */
export async function withActivity(
  db: Db,
  serving: Runtime,
  rows: readonly WebhookEndpointRow[],
  accountId: string,
): Promise<Sent<Static<typeof WebhookEndpoint>>[]> {
  const found = rows.length === 0 ? [] : await endpointsOf(db, serving, accountId);
  const activities = new Map(found.map(({ row, body }) => [row.endpoint_id, body]));
  return rows.map((row) => bodyOf(WebhookEndpoint, row, { endpointId: row.id, activity: activities.get(row.id) }));
}

function endpointBody(row: EndpointRow, scale: number) {
  const { failures, waiting, retrying } = row;
  const [lastAttemptAt, dueAt] = [row.attempted_at ?? undefined, row.due_at ?? undefined];
  const { state, retryAt } = endpointHealth({ failures, waiting, retrying, lastAttemptAt, dueAt }, row.now, scale);
  return bodyOf(Endpoint, row, {
    state,
    delivered24h: row.delivered,
    givenUp24h: row.given_up,
    lastStatus: row.status,
    lastError: row.error,
    lastAttemptAt,
    retryAt,
    atLeast: row.bounded ? true : undefined,
  });
}
