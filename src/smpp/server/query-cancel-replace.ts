import type { State } from '../../domain/message/message.ts';
import { readText } from '../../domain/text/alphabet.ts';
import { isUuid } from '../../domain/uuid.ts';
import { cancelMessage } from '../../flows/messages.ts';
import type { Sending } from '../../flows/send.ts';
import { replaceMessage } from '../../flows/smpp/replacement.ts';
import type { Runtime } from '../../runtime.ts';
import { findMessage, type MessageRow } from '../../store/message/messages.ts';
import type { Replaceable } from '../../store/smpp/replacement.ts';
import type { Pdu } from '../protocol/pdu.ts';
import type { StatusName } from '../protocol/status.ts';
import { absoluteTime } from '../protocol/time.ts';
import type { Reply } from '../session/session-events.ts';
import { isSameSource } from './addresses.ts';
import type { Bind } from './bind.ts';
import type { Terms } from './bind-limits.ts';
import { Refused } from './errors.ts';
import type { Latin1Texts } from './latin1-texts.ts';
import { scheduleOf, validityOf } from './submit-options.ts';
import { readDefault, refuseMisfits } from './submit-text.ts';

/** SMPP 3.4, section 5.2.28; SCHEDULED is of 5.0, and says more than ENROUTE to those who know it. */
const messageStates: Readonly<Record<State, number>> = {
  SCHEDULED: 1,
  QUEUED: 1,
  SENT: 1,
  DELIVERED: 2,
  FAILED: 5,
  REJECTED: 8,
  UNKNOWN: 7,
  CANCELLED: 4,
};
const scheduledState = 0;
const newest = 0x50;
const unfinished: readonly State[] = ['SCHEDULED', 'QUEUED', 'SENT'];

/** What customers ask of messages that they have submitted, and change of those that wait for their time. */
export class Inquiries {
  readonly #runtime: Runtime;
  readonly #sending: Sending;
  readonly #latin1: Latin1Texts;

  constructor(runtime: Runtime, sending: Sending, latin1: Latin1Texts) {
    this.#runtime = runtime;
    this.#sending = sending;
    this.#latin1 = latin1;
  }

  async query({ terms, version }: Bind, pdu: Pdu<'query_sm'>): Promise<Reply> {
    const id = idIn(pdu.message_id, 'ESME_RINVMSGID');
    const { state, state_at } = await this.#find(terms, id, pdu, 'ESME_RQUERYFAIL');
    const isNews = state === 'SCHEDULED' && version >= newest;
    return {
      command: 'query_sm_resp',
      message_id: id,
      final_date: unfinished.includes(state) ? '' : absoluteTime(state_at),
      message_state: isNews ? scheduledState : messageStates[state],
      error_code: 0,
    };
  }

  async cancel({ terms }: Bind, pdu: Pdu<'cancel_sm'>): Promise<Reply> {
    const id = idIn(pdu.message_id, 'ESME_RCANCELFAIL');
    await this.#find(terms, id, pdu, 'ESME_RCANCELFAIL');
    const { kind } = await cancelMessage(this.#runtime.db, { accountId: terms.accountId, id });
    if (kind !== 'cancelled')
      throw new Refused('ESME_RCANCELFAIL', 'Only a message that waits for its time can be cancelled');
    return { command: 'cancel_sm_resp' };
  }

  /** The message with that id, if it is the account's and the source address is that of the message. */
  async #find({ accountId, country }: Terms, id: string, pdu: SourcePdu, status: StatusName): Promise<MessageRow> {
    const message = await findMessage(this.#runtime.db, { accountId, id });
    if (message === undefined) throw new Refused('ESME_RINVMSGID', 'There is no such message');
    refuseSource(pdu, message.sender, country, status);
    return message;
  }

  async replace({ terms }: Bind, pdu: Pdu<'replace_sm'>): Promise<Reply> {
    const id = idIn(pdu.message_id, 'ESME_RREPLACEFAIL');
    if (pdu.sm_default_msg_id !== 0) throw new Refused('ESME_RINVDFTMSGID', 'There are no predefined messages');
    refuseMisfits(pdu);
    const principal = { keyId: terms.credentialId, accountId: terms.accountId };
    const { clock, config, db } = this.#runtime;
    const now = Math.floor(clock() / 1_000);
    const isDone = await replaceMessage(db, this.#sending, principal, id, (old) => {
      refuseSource(pdu, old.sender, terms.country, 'ESME_RREPLACEFAIL');
      const scheduledTime = scheduleOf(pdu.schedule_delivery_time, now);
      const from = Math.max(now, scheduledTime ?? old.scheduled);
      const validitySeconds = validityOf(pdu.validity_period, from, now, config.validitySeconds);
      return {
        message: textIn(pdu, old, terms, this.#latin1),
        ...(scheduledTime !== undefined && { scheduledTime }),
        ...(validitySeconds !== undefined && { validitySeconds }),
        registeredDelivery: pdu.registered_delivery,
      };
    });
    if (!isDone) throw new Refused('ESME_RREPLACEFAIL', 'Only a message that waits for its time can be replaced');
    return { command: 'replace_sm_resp' };
  }
}

/** The command has no data_coding: it is that of the message. */
function textIn(pdu: Pdu<'replace_sm'>, { encoding }: Replaceable, terms: Terms, latin1: Latin1Texts) {
  const octets = pdu.short_message.length > 0 ? pdu.short_message : (pdu.tlvs.message_payload ?? pdu.short_message);
  if (encoding === 'UCS-2') return { content: readText(octets, 'ucs2') ?? '', isUnicode: true };
  const text = readDefault(octets, terms.submitAlphabet);
  if (text.isAssumed) latin1.note(terms);
  return { content: readText(text.octets, text.alphabet) ?? '', isUnicode: false };
}

type SourcePdu = Pdu<'query_sm' | 'cancel_sm' | 'replace_sm'>;

/** SMPP 3.4, 4.8 to 4.10: the source address must be that of the original request, by which it is verified. */
function refuseSource(pdu: SourcePdu, sender: string, country: string, status: StatusName): void {
  const address = { ton: pdu.source_addr_ton, npi: pdu.source_addr_npi, address: pdu.source_addr };
  if (!isSameSource(address, sender, country))
    throw new Refused(status, 'source_addr must be the one that the message was submitted with');
}

function idIn(text: string, status: StatusName): string {
  if (isUuid(text)) return text.toLowerCase();
  throw new Refused(status, 'message_id must be one that a submit was answered with');
}
