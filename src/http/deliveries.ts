import { bindOrigin, subjectOf } from '../domain/receipt/report-target.ts';
import { longestUrl, maskedUrl } from '../domain/webhook/web-url.ts';
import type { AttemptRow, DeliveryFilter, DeliveryRow } from '../store/webhook/delivery-log.ts';
import { waitsForBind } from '../store/webhook/outbox.ts';
import { HttpError } from './errors.ts';
import type { DeliveryBody } from './schemas/webhooks.ts';

/** The origin shares slots and a breaker, so it is what a replay may be limited to. */
export function originOf(endpoint: string | undefined): string | undefined {
  if (endpoint === undefined || endpoint === bindOrigin) return endpoint;
  const url = endpoint.length <= longestUrl ? URL.parse(endpoint) : null;
  if (url !== null && /^https?:$/.test(url.protocol)) return url.origin;
  throw new HttpError(400, `endpoint must be an http or https URL, or smpp:, of at most ${longestUrl} characters`);
}

type ByState = Pick<DeliveryFilter, 'states' | 'failed'>;

/** `ready` and `blocked` are how the queue sees it; a customer wants to know whether it has been tried. */
export function byState(state: DeliveryBody['state'] | undefined): ByState {
  const filters: Record<DeliveryBody['state'], ByState> = {
    waiting: { states: ['ready', 'blocked'], failed: false },
    retrying: { states: ['ready'], failed: true },
    delivered: { states: ['delivered'] },
    'given up': { states: ['given up'] },
  };
  return state === undefined ? {} : filters[state];
}

export function toBody(row: DeliveryRow, attempts?: AttemptRow[]): DeliveryBody {
  const open = row.state === 'ready' || row.state === 'blocked';
  const last = row.attempted_at === null ? {} : { lastAttempt: toAttempt(row as AttemptRow) };
  return {
    deliveryId: row.id,
    kind: row.kind as DeliveryBody['kind'],
    ...(row.kind === 'delivery report' ? { messageId: subjectOf(row.subject_id) } : {}),
    // None that is accepted holds a password; there are older ones.
    url: maskedUrl(row.url),
    payload: row.payload,
    state: open ? (row.attempts > 0 ? 'retrying' : 'waiting') : (row.state as 'delivered' | 'given up'),
    createdAt: row.created_at.toISOString(),
    ...(row.state === 'ready' && !waitsForBind(row.due_at) ? { nextAttemptAt: row.due_at.toISOString() } : {}),
    attemptCount: row.attempts,
    ...last,
    ...(attempts === undefined ? {} : { attempts: attempts.map(toAttempt) }),
  };
}

function toAttempt({ attempted_at, duration_ms, status, error, answer }: AttemptRow) {
  return {
    at: attempted_at.toISOString(),
    durationMs: duration_ms,
    ...(status === null ? {} : { status }),
    ...(error === null ? {} : { error }),
    ...(answer === null || answer === '' ? {} : { answer }),
  };
}
