/** Starting and checking through HTTP, and reading the code as the owner of the phone would. */
import type { Queryable } from '../../src/database/db.ts';
import type { Answer, RunningService } from '../harness/service.ts';

export type Started = { id: string; to: string; status: string; expiresAt: string; messageId: string };

export function starter({ call }: Pick<RunningService, 'call'>, key: string) {
  return (fields: Record<string, unknown> = {}, headers: Record<string, string> = {}): Promise<Answer> =>
    call({ path: '/v1/verify', key, body: { to: '+38640123456', sender: 'Shop', ...fields }, headers });
}

export function checker({ call }: Pick<RunningService, 'call'>, key: string) {
  return (body: Record<string, unknown>): Promise<Answer> => call({ path: '/v1/verify/check', key, body });
}

export const startedOf = ({ body }: Answer): Started => body as Started;

/** Taken from the text of the message, which only the database and the phone have. */
export async function codeIn(db: Queryable, messageId: string): Promise<string> {
  const { rows } = await db.query<{ content: string }>(
    `SELECT s.content FROM messages m JOIN submissions s ON s.account_id = m.account_id AND s.id = m.submission_id
     WHERE m.id = $1`,
    [messageId],
  );
  return /(?<!\d)\d{4,10}(?!\d)/.exec(rows[0]!.content)![0];
}

/** A code of the same length that differs from this one. */
export function wrong(code: string, index = 1): string {
  return String((Number(code) + index) % 10 ** code.length).padStart(code.length, '0');
}

/** Makes what an account has sent older, so that no test waits for a limit to pass. */
export async function age(db: Queryable, accountId: string, interval: string): Promise<void> {
  await db.query(
    `UPDATE verifications SET created_at = created_at - $2::interval, expires_at = expires_at - $2::interval
     WHERE account_id = $1`,
    [accountId, interval],
  );
}

let used = 0;
/** A valid number that no other test has used. Numbers with the same `range` differ in their last four digits. */
export function number(range = 10 + (used % 90)): string {
  used += 1;
  return `+38640${range}${1_000 + used}`;
}
