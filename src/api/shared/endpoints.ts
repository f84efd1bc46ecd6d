import type { Db } from '../../database/db.ts';
import { endpointHealth } from '../../domain/webhook/retry.ts';
import type { Runtime } from '../../runtime.ts';
import { type EndpointRow, listEndpoints } from '../../store/webhook/endpoints.ts';
import { bodyOf } from '../operation/row-body.ts';
import { Endpoint } from '../schemas/webhooks.ts';

/** The webhook endpoints of an account, or of all accounts, with their state. */
export async function endpointsOf(db: Db, { clock, config }: Runtime, accountId?: string) {
  const rows = await listEndpoints(db, accountId, clock());
  return rows.map((row) => ({ row, body: toBody(row, config.webhookRetryScale) }));
}

function toBody(row: EndpointRow, scale: number) {
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
