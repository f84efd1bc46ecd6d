import { callbackIn } from '../callback/callback.ts';
import { Refusal } from '../errors.ts';
import { targetsOf } from '../receipt/report-target.ts';
import { erased } from './erasure.ts';
import { type State, statusOf } from './message.ts';
import type { SendRequest } from './send.ts';

/** A message that is sent again, as stored. */
export type Original = {
  readonly id: string;
  readonly state: State;
  readonly isScheduled: boolean;
  readonly destination: string;
  readonly sender: string;
  readonly content: string;
  readonly encoding: string;
  /** Its text is a verification code. Null for messages that came over no channel. */
  readonly isCode: boolean | null;
  readonly priceReport: boolean;
  readonly reportTarget: string | null;
  readonly reference: string | null;
};

/** UNKNOWN is among them, although a late receipt may still change it. */
const finalStates: readonly State[] = ['DELIVERED', 'FAILED', 'REJECTED', 'UNKNOWN', 'CANCELLED'];

/** Why the message itself cannot be sent again, whatever its account may send. */
export function resendRefusal({ state, isScheduled, destination, isCode }: Original): Refusal | undefined {
  if (!finalStates.includes(state))
    return new Refusal(
      7,
      `the message is ${statusOf(state, isScheduled)}, it can be sent again once its status is final`,
    );
  // The text of a request is erased with its last recipient.
  if (destination === erased) return new Refusal(7, 'the recipient and the text of the message were erased');
  return isCode ? new Refusal(7, 'the message is a verification code, start a new verification') : undefined;
}

/** Originals that differ in their recipient only are sent as one request, which stores their text once. */
export function resendGroups(originals: readonly Original[]): Original[][] {
  const groups = Map.groupBy(originals, ({ sender, content, encoding, priceReport, reportTarget, reference }) =>
    JSON.stringify([sender, content, encoding, priceReport, reportTarget, reference]),
  );
  return [...groups.values()];
}

/** The request of one group. The stored text is the one after replacement: GSM-7 stays as it is, and UCS-2 must not be replaced again. */
export function requestOf(originals: readonly Original[]): SendRequest {
  const { sender, content, encoding, priceReport, reportTarget, reference } = originals[0]!;
  const stored = reportTarget === null ? undefined : targetsOf(reportTarget).url;
  const { url, callback } = (stored && callbackIn(stored)) || { url: stored, callback: undefined };
  return {
    sender,
    destinations: originals.map(({ destination }) => destination),
    message: { content, isUnicode: encoding === 'UCS-2' },
    priceReport,
    ...(reference !== null && { reference }),
    ...(url !== undefined && { deliveryReportUrl: url }),
    ...(callback !== undefined && { callback }),
  };
}

/** The refusal of one message among several. */
export function naming({ id, destination }: Original, { code, detail = '' }: Refusal): Refusal {
  return new Refusal(code, `message ${id}: ${detail}`, code === 3 ? [destination] : []);
}
