import { hashCode, isRightCode } from '../../domain/sender/sender-code.ts';
import { firstUuid } from '../../domain/uuid.ts';
import type { Runtime } from '../../runtime.ts';
import { countConfirmed } from '../../store/verify/counts.ts';
import { lockVerify, markConfirmed, takeTry, type VerificationLookup } from '../../store/verify/verifications.ts';

/** Compared if no code is stored, so that the response takes the same time. */
const nothing = hashCode(firstUuid, 'no code');

/**
 * The id of the verification if the code is right, once. Undefined for a wrong, expired or used code, without a try left, and for an id
 * or number without a code of this account. A wrong code does not throw, so that the used try is committed.
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
