import { newId } from '../../base/ids.ts';
import type { Db } from '../../database/db.ts';
import { Refusal } from '../../domain/errors.ts';
import type { SendRequest } from '../../domain/message/send.ts';
import { parseMoney } from '../../domain/money/money.ts';
import { targetsOf } from '../../domain/receipt/report-target.ts';
import { endpointIn } from '../../domain/webhook/endpoint.ts';
import type { Principal } from '../../store/account/keys.ts';
import { insertRefunds } from '../../store/account/ledger-entries.ts';
import { lockFunds } from '../../store/message/accept.ts';
import { loadContexts } from '../../store/message/contexts.ts';
import { lockReplaceable, type Replaceable, storeReplacement } from '../../store/smpp/replacement.ts';
import type { Sending } from '../sending/send.ts';

/** The changed fields of a scheduled message. */
export type ReplacementFields = Pick<
  SendRequest,
  'message' | 'scheduledTime' | 'validitySeconds' | 'registeredDelivery'
>;

/**
 * Replaces text, time or validity of a scheduled message under its id, refunds the old price and charges the new one. False
 * if the message is not scheduled any more, or never was. Throws a Refusal, and then changes nothing.
 */
export function replaceMessage(
  db: Db,
  sending: Sending,
  principal: Principal,
  messageId: string,
  change: (old: Replaceable) => ReplacementFields,
): Promise<boolean> {
  const { accountId, keyId } = principal;
  const ref = { accountId, id: messageId };
  return db.transaction(async (tx) => {
    const old = await lockReplaceable(tx, ref);
    if (old === undefined) return false;
    const funds = (await lockFunds(tx, [accountId])).get(accountId);
    const context = (await loadContexts(tx, [accountId])).get(accountId);
    const plan = sending.checks.planFor(context, principal, requestOf(old, change(old)));
    const paid = parseMoney(old.price);
    if (funds === undefined || plan.total > parseMoney(funds.available) + paid) throw new Refusal(6);
    await insertRefunds(tx, [{ id: newId(), accountId, messageId, amount: paid }]);
    await storeReplacement(tx, { ref, submissionId: newId(), plan, keyId });
    return true;
  });
}

function requestOf(old: Replaceable, change: ReplacementFields): SendRequest {
  const target = old.delivery_report_url === null ? undefined : targetsOf(old.delivery_report_url).url;
  // That of an endpoint is found again by the plan.
  const url = target === undefined || endpointIn(target) !== undefined ? undefined : target;
  const validitySeconds = change.validitySeconds ?? old.validity ?? undefined;
  return {
    sender: old.sender,
    destinations: [old.destination],
    message: change.message,
    scheduledTime: change.scheduledTime ?? old.scheduled,
    priceReport: old.price_report,
    ...(url !== undefined && { deliveryReportUrl: url }),
    ...(validitySeconds !== undefined && { validitySeconds }),
    registeredDelivery: change.registeredDelivery ?? old.registered_delivery ?? 0,
    ...(old.reference !== null && { reference: old.reference }),
  };
}
