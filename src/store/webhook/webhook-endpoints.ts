import type { Queryable, Transaction } from '../../database/db.ts';
import { type EventKind, endpointOrigin } from '../../domain/webhook/endpoint.ts';
import { insertRow, rowOf, rowsOf, Sql, updateRow } from '../row.ts';
import { places } from '../secrets/columns.ts';
import { sealerFor, unseal } from '../secrets/data-keys.ts';

/** A managed endpoint, without its secrets. */
export type WebhookEndpointRow = {
  readonly id: string;
  readonly account_id: string;
  readonly url: string;
  readonly description: string;
  readonly kinds: readonly EventKind[];
  readonly enabled: boolean;
  readonly created_at: Date;
  /** Until then, webhooks are signed with the previous secret too. */
  readonly previous_expires_at: Date | null;
};

const shown = `id, account_id, url, description, kinds, enabled, created_at,
  CASE WHEN previous_expires_at > now() THEN previous_expires_at END AS previous_expires_at`;

/** SQL: the target of events of this kind of an account, NULL if it has no enabled endpoint for them. */
export const endpointFor = (accountId: string, kind: EventKind): string =>
  `(SELECT '${endpointOrigin('')}' || e.id || ':' || e.url FROM webhook_endpoints e
    WHERE e.account_id = ${accountId} AND e.enabled AND '${kind}' = ANY (e.kinds))`;

export const listWebhookEndpoints = (db: Queryable, accountId: string): Promise<WebhookEndpointRow[]> =>
  rowsOf(db, {
    text: `SELECT ${shown} FROM webhook_endpoints WHERE account_id = $1 ORDER BY id DESC`,
    values: [accountId],
  });

export type WebhookEndpointRef = { readonly accountId: string; readonly id: string };

export const findWebhookEndpoint = (db: Queryable, { accountId, id }: WebhookEndpointRef) =>
  rowOf<WebhookEndpointRow>(db, {
    text: `SELECT ${shown} FROM webhook_endpoints WHERE account_id = $1 AND id = $2`,
    values: [accountId, id],
  });

/** Call it with the account locked, so that the count holds. */
export async function countWebhookEndpoints(tx: Queryable, accountId: string): Promise<number> {
  const text = 'SELECT count(*)::integer AS count FROM webhook_endpoints WHERE account_id = $1';
  return (await rowOf<{ count: number }>(tx, { text, values: [accountId] }))!.count;
}

export type WebhookEndpointFields = {
  readonly url: string;
  readonly description?: string | undefined;
  readonly kinds: readonly EventKind[];
  readonly enabled?: boolean | undefined;
};

export async function insertWebhookEndpoint(
  tx: Transaction,
  ref: WebhookEndpointRef,
  fields: WebhookEndpointFields,
  secret: string,
): Promise<WebhookEndpointRow> {
  const values = { ...ref, ...fields, secret: await sealed(tx, ref, secret) };
  return (await insertRow<WebhookEndpointRow>(tx, 'webhook_endpoints', values, `RETURNING ${shown}`)).rows[0]!;
}

export async function updateWebhookEndpoint(
  tx: Queryable,
  { accountId, id }: WebhookEndpointRef,
  change: Partial<WebhookEndpointFields>,
): Promise<WebhookEndpointRow | undefined> {
  const ending = `RETURNING ${shown}`;
  return (await updateRow<WebhookEndpointRow>(tx, 'webhook_endpoints', { accountId, id }, change, ending)).rows[0];
}

/** The new secret signs from now on; the one before it stays valid beside it for a day, an even older one does not. */
export async function rotateEndpointSecret(
  tx: Transaction,
  ref: WebhookEndpointRef,
  secret: string,
): Promise<WebhookEndpointRow | undefined> {
  const { accountId, id } = ref;
  const change = {
    secret: await sealed(tx, ref, secret),
    previousSecret: new Sql('secret'),
    previousExpiresAt: new Sql(`now() + interval '24 hours'`),
  };
  const ending = `RETURNING ${shown}`;
  return (await updateRow<WebhookEndpointRow>(tx, 'webhook_endpoints', { accountId, id }, change, ending)).rows[0];
}

async function sealed(tx: Transaction, { accountId, id }: WebhookEndpointRef, secret: string): Promise<string> {
  return (await sealerFor(tx)).seal(places.endpointSecret(accountId, id), secret);
}

export async function deleteWebhookEndpoint(tx: Queryable, { accountId, id }: WebhookEndpointRef): Promise<boolean> {
  const text = 'DELETE FROM webhook_endpoints WHERE account_id = $1 AND id = $2';
  return (await tx.query(text, [accountId, id])).rowCount === 1;
}

/** Events of an account that are searched for retries to an endpoint. */
const mostLookedAt = 5_000;

/** Makes the retries to this endpoint due, so that they end now. */
export async function bringForward(db: Queryable, { accountId, id }: WebhookEndpointRef): Promise<void> {
  await db.query(
    `UPDATE outbox o SET due_at = now()
     FROM (SELECT account_id, id FROM (
         SELECT account_id, id, origin, lease FROM outbox
         WHERE state = 'ready' AND account_id = $1 AND due_at > now() ORDER BY due_at LIMIT ${mostLookedAt}) waiting
       WHERE origin = $2 AND lease IS NULL) w
     WHERE o.account_id = w.account_id AND o.id = w.id AND o.state = 'ready' AND o.lease IS NULL`,
    [accountId, endpointOrigin(id)],
  );
}

/** What an attempt needs: where to, and the live secrets, newest first. */
export type EndpointTarget = {
  readonly accountId: string;
  readonly url: string;
  readonly enabled: boolean;
  readonly secrets: readonly string[];
};

/** Deleted endpoints are missing from the result. */
export async function findEndpointTargets(db: Queryable, ids: readonly string[]): Promise<Map<string, EndpointTarget>> {
  type Row = { id: string; account_id: string; url: string; enabled: boolean; secrets: string[] };
  const rows = await rowsOf<Row>(db, {
    name: 'endpoint targets',
    text: `SELECT id, account_id, url, enabled, array_remove(ARRAY[secret,
        CASE WHEN previous_expires_at > now() THEN previous_secret END], NULL) AS secrets
      FROM webhook_endpoints WHERE id = ANY ($1::uuid[])`,
    values: [ids],
  });
  const found = new Map<string, EndpointTarget>();
  for (const { id, account_id: accountId, url, enabled, secrets } of rows) {
    const place = places.endpointSecret(accountId, id);
    const clear = await Promise.all(secrets.map((secret) => unseal(db, place, secret)));
    found.set(id, { accountId, url, enabled, secrets: clear });
  }
  return found;
}
