import { readTime } from '../protocol/time.ts';
import { Refused } from './errors.ts';
import type { SubmitPdu } from './submit-text.ts';

/** What a submit asks for besides its text. */
export type Wishes = {
  readonly registeredDelivery: number;
  readonly scheduledTime?: number;
  readonly validitySeconds?: number;
};

const messageMode = 0x03;
const storeAndForward = 0x03;
const messageType = 0x3c;

/** `now` in seconds of the Unix era; `longest` is how long the service tries at all. */
export function wishesOf(pdu: SubmitPdu, now: number, longest: number): Wishes {
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
    throw new Refused('ESME_RINVESMCLASS', 'Only the default mode and store and forward are served');
  if ((pdu.esm_class & messageType) !== 0)
    throw new Refused('ESME_RINVESMCLASS', 'Only messages are taken, no acknowledgements or receipts');
  if ('replace_if_present_flag' in pdu && pdu.replace_if_present_flag !== 0)
    throw new Refused('ESME_RINVREPFLAG', 'replace_if_present_flag is not served; use replace_sm');
  if ('sm_default_msg_id' in pdu && pdu.sm_default_msg_id !== 0)
    throw new Refused('ESME_RINVDFTMSGID', 'There are no predefined messages');
}

function scheduleIn(pdu: SubmitPdu, now: number): number | undefined {
  return 'schedule_delivery_time' in pdu ? scheduleOf(pdu.schedule_delivery_time, now) : undefined;
}

export function scheduleOf(text: string, now: number): number | undefined {
  if (text === '') return undefined;
  const time = readTime(text, now);
  if (time === undefined)
    throw new Refused('ESME_RINVSCHED', 'schedule_delivery_time is no time such as 991231235900000+');
  return time;
}

function validityIn(pdu: SubmitPdu, from: number, now: number, longest: number): number | undefined {
  if (pdu.tlvs.qos_time_to_live !== undefined) return bounded(pdu.tlvs.qos_time_to_live, longest);
  return 'validity_period' in pdu ? validityOf(pdu.validity_period, from, now, longest) : undefined;
}

/** Seconds as HTTP has them: from acceptance, or from the scheduled time on. */
export function validityOf(text: string, from: number, now: number, longest: number): number | undefined {
  if (text === '') return undefined;
  const end = readTime(text, text.endsWith('R') ? from : now);
  if (end === undefined) throw new Refused('ESME_RINVEXPIRY', 'validity_period is no time such as 000001000000000R');
  return bounded(end - from, longest);
}

/** Longer than the service tries is as long as it tries: customers set days and mean "long enough". */
function bounded(seconds: number, longest: number): number {
  if (seconds <= 0) throw new Refused('ESME_RINVEXPIRY', 'validity_period has passed before the message could be sent');
  return Math.min(longest, seconds);
}
