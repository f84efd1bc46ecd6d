import { hashCode, isRightCode } from '../domain/sender/sender-code.ts';
import { firstUuid } from '../domain/uuid.ts';
import type { Runtime } from '../runtime.ts';
import { countConfirmed } from '../store/verify/counts.ts';
import { lockVerify, markConfirmed, takeTry, type VerificationLookup } from '../store/verify/verifications.ts';

/** What is compared with where there is nothing to compare with: the same work, for nothing. */
const nothing = hashCode(firstUuid, 'no code');

/**
 * The id of the verification if the code is right, once; undefined for everything else: a wrong code, one that has ended or was used,
 * no try left, an id or a number that this account has sent nothing to. A wrong code is no error here: its try is committed before
 * anybody hears that it was wrong.
 */
export async function checkVerification(
  { db, metrics }: Runtime,
  wanted: VerificationLookup,
  code: string,
): Promise<string | undefined> {
  const { accountId } = wanted;
  const approved = await db.transaction(async (tx) => {
    const tried = await takeTry(tx, wanted);
    const isRight = isRightCode(tried?.id ?? firstUuid, code, tried ?? nothing);
    if (tried === undefined || !isRight) return undefined;
    await markConfirmed(tx, { accountId, id: tried.id });
    await lockVerify(tx, accountId);
    await countConfirmed(tx, { accountId, ...tried }, tried.created_at);
    return tried.id;
  });
  metrics.verifications.inc({ outcome: approved === undefined ? 'denied' : 'approved' });
  return approved;
}
