import type { State } from '../../domain/message/message.ts';
import { readText } from '../../domain/text/alphabet.ts';
import { isUuid } from '../../domain/uuid.ts';
import { cancelMessage } from '../../flows/messages/cancellations.ts';
import { replaceMessage } from '../../flows/smpp/replacement.ts';
import { findMessage, type MessageRow } from '../../store/message/messages.ts';
import type { Replaceable } from '../../store/smpp/replacement.ts';
import { absoluteTime, sourceIn } from '../protocol/fields.ts';
import type { Pdu } from '../protocol/pdu.ts';
import { stateNumber } from '../protocol/receipt.ts';
import type { StatusName } from '../protocol/status.ts';
import type { ResponsePdu } from '../session/session-events.ts';
import type { Bind } from './bind.ts';
import { smppStates } from './deliver-sm.ts';
import { SmppError } from './errors.ts';
import { isSameSource, scheduleOf, validityOf } from './submit-options.ts';
import { type Latin1Texts, readDefault, refuseMisfits } from './submit-text.ts';
import type { RequestServices } from './submits.ts';

/** The first version with the state SCHEDULED; earlier ones get ENROUTE. */
const withScheduled = 0x50;
const unfinished: readonly State[] = ['SCHEDULED', 'QUEUED', 'SENT'];

export async function query(services: RequestServices, bind: Bind, pdu: Pdu<'query_sm'>): Promise<ResponsePdu> {
  const id = await idIn(services, bind, pdu, 'ESME_RINVMSGID');
  const { state, state_at } = await findOwn(services, bind, id, pdu, 'ESME_RQUERYFAIL');
  const isScheduled = state === 'SCHEDULED' && bind.own.version >= withScheduled;
  return {
    command: 'query_sm_resp',
    message_id: id,
    final_date: unfinished.includes(state) ? '' : absoluteTime(state_at),
    message_state: stateNumber(isScheduled ? 'SCHEDULED' : smppStates[state]),
    error_code: 0,
  };
}

export async function cancel(services: RequestServices, bind: Bind, pdu: Pdu<'cancel_sm'>): Promise<ResponsePdu> {
  const id = await idIn(services, bind, pdu, 'ESME_RCANCELFAIL');
  await findOwn(services, bind, id, pdu, 'ESME_RCANCELFAIL');
  const { kind } = await cancelMessage(services.runtime.db, { accountId: bind.own.accountId, id });
  if (kind !== 'cancelled') throw new SmppError('ESME_RCANCELFAIL', 'Only a scheduled message can be cancelled');
  return { command: 'cancel_sm_resp' };
}

export async function replace(services: RequestServices, bind: Bind, pdu: Pdu<'replace_sm'>): Promise<ResponsePdu> {
  const id = await idIn(services, bind, pdu, 'ESME_RREPLACEFAIL');
  if (pdu.sm_default_msg_id !== 0) throw new SmppError('ESME_RINVDFTMSGID', 'Predefined messages are not supported');
  refuseMisfits(pdu);
  const { clock, config, db } = services.runtime;
  const now = Math.floor(clock() / 1_000);
  const isReplaced = await replaceMessage(db, services.sending, bind.principal, id, (old) => {
    refuseSource(pdu, old.sender, bind, 'ESME_RREPLACEFAIL');
    const scheduledTime = scheduleOf(pdu.schedule_delivery_time, now);
    const from = Math.max(now, scheduledTime ?? old.scheduled);
    const validitySeconds = validityOf(pdu.validity_period, from, now, config.validitySeconds);
    return {
      message: textIn(pdu, old, bind, services.latin1),
      ...(scheduledTime !== undefined && { scheduledTime }),
      ...(validitySeconds !== undefined && { validitySeconds }),
      registeredDelivery: pdu.registered_delivery,
    };
  });
  if (!isReplaced) throw new SmppError('ESME_RREPLACEFAIL', 'Only a scheduled message can be replaced');
  return { command: 'replace_sm_resp' };
}

/** replace_sm has no data_coding, so that of the message applies. */
function textIn(pdu: Pdu<'replace_sm'>, { encoding }: Replaceable, { credential }: Bind, latin1: Latin1Texts) {
  const octets = pdu.short_message.length > 0 ? pdu.short_message : (pdu.tlvs.message_payload ?? pdu.short_message);
  if (encoding === 'UCS-2') return { content: readText(octets, 'ucs2') ?? '', isUnicode: true };
  const text = readDefault(octets, credential.alphabet);
  if (text.isAssumed) latin1.note(credential);
  return { content: readText(text.octets, text.alphabet) ?? '', isUnicode: false };
}

type SourcePdu = Pdu<'query_sm' | 'cancel_sm' | 'replace_sm'>;

/** A message of the bind's account with the source address of the request. */
async function findOwn(
  { runtime }: RequestServices,
  bind: Bind,
  id: string,
  pdu: SourcePdu,
  status: StatusName,
): Promise<MessageRow> {
  const message = await findMessage(runtime.db, { accountId: bind.own.accountId, id });
  if (message === undefined) throw new SmppError('ESME_RINVMSGID', 'Message not found');
  refuseSource(pdu, message.sender, bind, status);
  return message;
}

/** SMPP 3.4, 4.8 to 4.10: the source address must be that of the submit. */
function refuseSource(pdu: SourcePdu, sender: string, { credential }: Bind, status: StatusName): void {
  if (!isSameSource(sourceIn(pdu), sender, credential.country))
    throw new SmppError(status, 'source_addr must be the one that the message was submitted with');
}

/** The id of the message, once the rate allows the request. */
async function idIn(
  { rates }: RequestServices,
  bind: Bind,
  { message_id: text }: SourcePdu,
  status: StatusName,
): Promise<string> {
  await rates.pass(bind);
  if (isUuid(text)) return text.toLowerCase();
  throw new SmppError(status, 'message_id must be that of a submit response');
}
