import { newId } from '../../base/ids.ts';
import { webhookLimits } from '../../bounds/limits/webhooks.ts';
import type { Db } from '../../database/db.ts';
import { sqlState } from '../../database/fault.ts';
import { newSigningSecret } from '../../domain/webhook/signature.ts';
import { lockFunds } from '../../store/message/accept.ts';
import {
  bringForward,
  countWebhookEndpoints,
  deleteWebhookEndpoint,
  insertWebhookEndpoint,
  rotateEndpointSecret,
  updateWebhookEndpoint,
  type WebhookEndpointFields,
  type WebhookEndpointRef,
  type WebhookEndpointRow,
} from '../../store/webhook/webhook-endpoints.ts';
import { uniqueViolation } from '../../work/retrying.ts';
import { secretsExpired } from './webhooks.ts';

/** An endpoint with its new secret, which is shown only here. */
export type IssuedEndpoint = WebhookEndpointRow & { readonly signing_secret: string };

/** `taken`: another enabled endpoint receives one of these kinds. */
export function createEndpoint(
  db: Db,
  accountId: string,
  fields: WebhookEndpointFields,
): Promise<IssuedEndpoint | 'too many' | 'taken'> {
  const signing_secret = newSigningSecret();
  return unlessTaken(
    db.transaction(async (tx) => {
      await lockFunds(tx, [accountId]);
      if ((await countWebhookEndpoints(tx, accountId)) >= webhookLimits.managedEndpoints.most) return 'too many';
      return {
        ...(await insertWebhookEndpoint(tx, { accountId, id: newId() }, fields, signing_secret)),
        signing_secret,
      };
    }),
  );
}

/**
 * Returns once every process uses a new URL, or stops sending to a disabled endpoint. `onStored` is called after the commit, before that
 * wait.
 */
export async function changeEndpoint(
  db: Db,
  ref: WebhookEndpointRef,
  change: Partial<WebhookEndpointFields>,
  onStored?: () => void,
): Promise<WebhookEndpointRow | undefined | 'taken'> {
  const changed = await unlessTaken(db.transaction((tx) => updateWebhookEndpoint(tx, ref, change)));
  if (typeof changed !== 'object' || (change.url === undefined && change.enabled === undefined)) return changed;
  onStored?.();
  await secretsExpired();
  return changed;
}

/** As `rotateWebhookSecret`. */
export async function rotateEndpoint(
  db: Db,
  ref: WebhookEndpointRef,
  onStored?: () => void,
): Promise<IssuedEndpoint | undefined> {
  const signing_secret = newSigningSecret();
  const rotated = await db.transaction((tx) => rotateEndpointSecret(tx, ref, signing_secret));
  if (rotated === undefined) return undefined;
  onStored?.();
  await secretsExpired();
  return { ...rotated, signing_secret };
}

/** Returns once nothing more is sent to it. Its pending events are given up at their next attempt, which is now. */
export async function deleteEndpoint(db: Db, ref: WebhookEndpointRef, onStored?: () => void): Promise<boolean> {
  if (!(await db.transaction((tx) => deleteWebhookEndpoint(tx, ref)))) return false;
  onStored?.();
  await secretsExpired();
  await bringForward(db, ref);
  return true;
}

async function unlessTaken<T>(changing: Promise<T>): Promise<T | 'taken'> {
  return changing.catch((error: unknown) => {
    if (sqlState(error) === uniqueViolation) return 'taken';
    throw error;
  });
}
