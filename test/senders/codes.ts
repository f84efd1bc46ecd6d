/** Registering through HTTP, and reading the code from the SMS or the e-mail, as its owner would. */
import { expect } from 'vitest';
import type { Queryable } from '../../src/database/db.ts';
import type { Answer, RunningService } from '../harness/service.ts';

export type SenderBody = { id: string; value: string; status: string; channel: string };

export function registrar({ call }: Pick<RunningService, 'call'>, key: string) {
  return (fields: Record<string, unknown> = {}): Promise<Answer> =>
    call({ path: '/v1/senders', key, body: { value: 'My Shop', type: 0, channel: 'SMS', ...fields } });
}

export function confirmer({ call }: Pick<RunningService, 'call'>, key: string) {
  return (id: unknown, confirmationCode: unknown): Promise<Answer> =>
    call({ path: '/v1/senders/confirm', key, body: { id, confirmationCode } });
}

export const idOf = ({ body }: Answer): string => (body as SenderBody).id;

/** The latest code sent for a sender, taken from its text. */
export async function codeOf(db: Queryable, senderId: string): Promise<string> {
  const { rows } = await db.query<{ text: string }>(
    `SELECT text FROM (
       SELECT id, content AS text FROM submissions WHERE sender_id = $1
       UNION ALL SELECT id, body FROM outgoing_mails WHERE subject_id = $1) t
     ORDER BY id DESC LIMIT 1`,
    [senderId],
  );
  return /\b\d{6}\b/.exec(rows[0]!.text)![0];
}

/** A code that differs from this one. */
export function wrong(code: string, index = 1): string {
  return String((Number(code) + index) % 1_000_000).padStart(6, '0');
}

/** Makes what was sent for a sender older, so that no test waits for a limit to pass. */
export async function ageCodes(db: Queryable, senderId: string, interval: string): Promise<void> {
  await db.query(
    'UPDATE sender_codes SET created_at = created_at - $2::interval, expires_at = expires_at - $2::interval WHERE sender_id = $1',
    [senderId, interval],
  );
}

let used = 0;
/** A valid number that no other test has used. */
export function number(): string {
  return `+38641${300_000 + used++}`;
}

/** A body with the given field only. */
export function expectError(answer: Answer, status: number, error: string): void {
  expect({ status: answer.status, body: answer.body }).toStrictEqual({ status, body: { error } });
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
}
