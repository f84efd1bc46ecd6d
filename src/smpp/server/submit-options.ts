import { readTime } from '../protocol/time.ts';
import { SmppError } from './errors.ts';
import type { SubmitPdu } from './submit-text.ts';

/** What a submit requests besides its text. */
export type SubmitOptions = {
  readonly registeredDelivery: number;
  readonly scheduledTime?: number;
  readonly validitySeconds?: number;
};

const messageMode = 0x03;
const storeAndForward = 0x03;
const messageType = 0x3c;

/** `now` is Unix time in seconds; `longest` is the longest validity of the service, in seconds. */
export function optionsOf(pdu: SubmitPdu, now: number, longest: number): SubmitOptions {
  refuseModes(pdu);
  const scheduledTime = scheduleIn(pdu, now);
  const validitySeconds = validityIn(pdu, Math.max(now, scheduledTime ?? now), now, longest);
  return {
    registeredDelivery: pdu.registered_delivery,
    ...(scheduledTime !== undefined && { scheduledTime }),
    ...(validitySeconds !== undefined && { validitySeconds }),
  };
}

function refuseModes(pdu: SubmitPdu): void {
  const mode = pdu.esm_class & messageMode;
  if (mode !== 0 && mode !== storeAndForward)
    throw new SmppError('ESME_RINVESMCLASS', 'Only the default mode and store and forward are supported');
  if ((pdu.esm_class & messageType) !== 0)
    throw new SmppError('ESME_RINVESMCLASS', 'Only messages are accepted, not acknowledgements or receipts');
  if ('replace_if_present_flag' in pdu && pdu.replace_if_present_flag !== 0)
    throw new SmppError('ESME_RINVREPFLAG', 'replace_if_present_flag is not supported; use replace_sm');
  if ('sm_default_msg_id' in pdu && pdu.sm_default_msg_id !== 0)
    throw new SmppError('ESME_RINVDFTMSGID', 'There are no predefined messages');
}

function scheduleIn(pdu: SubmitPdu, now: number): number | undefined {
  return 'schedule_delivery_time' in pdu ? scheduleOf(pdu.schedule_delivery_time, now) : undefined;
}

export function scheduleOf(text: string, now: number): number | undefined {
  if (text === '') return undefined;
  const time = readTime(text, now);
  if (time === undefined)
    throw new SmppError('ESME_RINVSCHED', 'schedule_delivery_time is not a time such as 991231235900000+');
  return time;
}

function validityIn(pdu: SubmitPdu, from: number, now: number, longest: number): number | undefined {
  if (pdu.tlvs.qos_time_to_live !== undefined) return bounded(pdu.tlvs.qos_time_to_live, longest);
  return 'validity_period' in pdu ? validityOf(pdu.validity_period, from, now, longest) : undefined;
}

/** Seconds from acceptance, or from the scheduled time, as in the HTTP API. */
export function validityOf(text: string, from: number, now: number, longest: number): number | undefined {
  if (text === '') return undefined;
  const end = readTime(text, text.endsWith('R') ? from : now);
  if (end === undefined)
    throw new SmppError('ESME_RINVEXPIRY', 'validity_period is not a time such as 000001000000000R');
  return bounded(end - from, longest);
}

/** Longer periods are shortened: customers often set several days to mean "long enough". */
function bounded(seconds: number, longest: number): number {
  if (seconds <= 0)
    throw new SmppError('ESME_RINVEXPIRY', 'validity_period has passed before the message could be sent');
  return Math.min(longest, seconds);
}
