import { setTimeout } from 'node:timers/promises';
import { newId } from '../../base/ids.ts';
import type { Db } from '../../database/db.ts';
import { deliveryReport, inboundPayload, senderStatusPayload } from '../../domain/message/payloads.ts';
import { newSigningSecret } from '../../domain/webhook/signature.ts';
import { insertEvents, type OutboxEvent } from '../../store/webhook/outbox.ts';
import { rotateSecret } from '../../store/webhook/secrets.ts';
import { secretsKeptMs } from './deliver.ts';

/**
 * Returns the new secret, which is shown only here, once every process signs with it: by then the secrets that processes cached before
 * the commit have expired. `onStored` is called after the commit, before that wait.
 */
export async function rotateWebhookSecret(db: Db, accountId: string, onStored?: () => void): Promise<string> {
  const secret = newSigningSecret();
  await db.transaction((tx) => rotateSecret(tx, accountId, newId(), secret));
  onStored?.();
  await secretsExpired();
  return secret;
}

/** Resolves when what every process had cached to deliver webhooks has expired. */
export const secretsExpired = (): Promise<void> => setTimeout(secretsKeptMs + timerMs);
/** Timers may fire slightly early. */
const timerMs = 20;

/** Creates a sample event to test an endpoint. Returns its id. */
export async function sampleEvent(db: Db, accountId: string, kind: OutboxEvent['kind'], url: string): Promise<string> {
  const id = newId();
  const subjectId = newId();
  await insertEvents(db, [{ id, accountId, kind, subjectId, url, payload: samplePayload(kind, id, subjectId) }]);
  return id;
}

function samplePayload(kind: OutboxEvent['kind'], eventId: string, subjectId: string): string {
  const now = new Date();
  switch (kind) {
    case 'delivery report':
      return deliveryReport({ messageId: subjectId, status: 'DELIVERED', segments: 1, price: undefined });
    case 'inbound message':
      return inboundPayload({ sender: '+38640123456', recipient: 'Hermod', text: 'A sample answer', receivedAt: now });
    case 'sender status':
      return senderStatusPayload({
        eventId,
        senderId: subjectId,
        previousStatus: 'Confirmation Pending',
        status: 'Confirmed',
        occurredAt: now,
      });
  }
}
