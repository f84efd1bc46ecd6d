import { Limiter } from '../../bounds/limiter.ts';
import { smppLimits as limits } from '../../bounds/limits/smpp.ts';
import { Refusal } from '../../domain/errors.ts';
import type { SendRequest } from '../../domain/message/send.ts';
import { readText } from '../../domain/text/alphabet.ts';
import type { Sending } from '../../flows/send.ts';
import type { Runtime } from '../../runtime.ts';
import type { Destination } from '../protocol/commands.ts';
import type { Pdu } from '../protocol/pdu.ts';
import type { Reply } from '../session/session-events.ts';
import { destinationOf, senderOf } from './addresses.ts';
import type { Bind } from './bind.ts';
import type { Terms } from './bind-limits.ts';
import { Refused } from './errors.ts';
import type { Latin1Texts } from './latin1-texts.ts';
import type { LongMessages } from './long-messages.ts';
import type { Rates } from './rates.ts';
import { type Wishes, wishesOf } from './submit-options.ts';
import { readSubmit, type SubmitContent, type SubmitPdu } from './submit-text.ts';

/** As for HTTP: so many recipients cost about as much as a request of its own. */
const recipientsInOne = 10;

/** Submits on the send path. Those that wait fill the windows of their binds, so more binds do not give an account more of the process. */
const inProgress = {
  total: limits.submits.most,
  perOwner: limits.submitsOfAccount.most,
  waiting: limits.waitingSubmits.most,
  waitMs: 30_000,
};

type Answered = { readonly message_id: string };

/** What customers submit, on its way to the send path. */
export class Submits {
  readonly #runtime: Runtime;
  readonly #sending: Sending;
  readonly #long: LongMessages;
  readonly #rates: Rates;
  readonly #latin1: Latin1Texts;
  readonly #limiter = new Limiter(inProgress);

  constructor(
    runtime: Runtime,
    sending: Sending,
    parts: { readonly long: LongMessages; readonly rates: Rates; readonly latin1: Latin1Texts },
  ) {
    this.#runtime = runtime;
    this.#sending = sending;
    this.#long = parts.long;
    this.#rates = parts.rates;
    this.#latin1 = parts.latin1;
  }

  async submit(bind: Bind, pdu: Pdu<'submit_sm' | 'data_sm'>): Promise<Reply> {
    await this.#rates.pass(bind.terms, 1);
    const destination = { ton: pdu.dest_addr_ton, npi: pdu.dest_addr_npi, address: pdu.destination_addr };
    const destinations = [destinationOf(destination, bind.terms.country)];
    return { command: `${pdu.command}_resp`, ...(await this.#inTurn(bind, pdu, destinations)) };
  }

  async submitMulti(bind: Bind, pdu: Pdu<'submit_multi'>): Promise<Reply> {
    const { country } = bind.terms;
    const count = pdu.dest_address.length;
    const most = this.#runtime.config.maxRecipients;
    if (count === 0 || count > most) throw new Refused('ESME_RINVNUMDESTS', `There must be 1 to ${most} destinations`);
    await this.#rates.pass(bind.terms, Math.ceil(count / recipientsInOne));
    const destinations = pdu.dest_address.map((each) => destinationOf(phone(each), country));
    return { command: 'submit_multi_resp', ...(await this.#inTurn(bind, pdu, destinations)), no_unsuccess: 0 };
  }

  async #inTurn(bind: Bind, pdu: SubmitPdu, destinations: string[]): Promise<Answered> {
    const { accountId } = bind.terms;
    await this.#limiter.enter(accountId);
    try {
      return await this.#send(bind, pdu, destinations);
    } finally {
      this.#limiter.leave(accountId);
    }
  }

  async #send(bind: Bind, pdu: SubmitPdu, destinations: string[]): Promise<Answered> {
    const { terms } = bind;
    const wishes = wishesOf(pdu, Math.floor(this.#runtime.clock() / 1_000), this.#runtime.config.validitySeconds);
    const address = { ton: pdu.source_addr_ton, npi: pdu.source_addr_npi, address: pdu.source_addr };
    const sender = senderOf(address, terms.country);
    const content = readSubmit(pdu, terms.submitAlphabet);
    if (content.isAssumed) this.#latin1.note(terms);
    const isPart = content.concatenation !== undefined && content.concatenation.total > 1;
    if (isPart) return this.#sendPart(terms, { sender, destinations, content, wishes });
    const request = { ...wishes, sender, destinations, message: messageOf(content) };
    return this.#sendWhole(terms, request, pdu.tlvs.user_message_reference);
  }

  async #sendWhole(terms: Terms, request: SendRequest, name: number | undefined): Promise<Answered> {
    const principal = { keyId: terms.credentialId, accountId: terms.accountId };
    const sent =
      name === undefined
        ? await this.#sending.send(principal, request, undefined, { via: 'smpp' })
        : await this.#sending.sendNamed(principal, request, name);
    return { message_id: firstId(sent.answer) };
  }

  async #sendPart(
    { credentialId, accountId }: Terms,
    { sender, destinations, content, wishes }: Parsed,
  ): Promise<Answered> {
    const [destination, ...others] = destinations;
    if (others.length > 0) throw new Refused('ESME_RINVNUMDESTS', 'A part of a long message goes to one destination');
    const { kind, reference, total, part } = content.concatenation!;
    const { alphabet, octets } = content;
    // Checked as a whole once it is whole; what can be said now is said to each part.
    const message = messageOf(content);
    await this.#check({ credentialId, accountId }, { ...wishes, sender, destinations, message });
    const message_id = await this.#long.add({
      ...{ credentialId, accountId, sender, destination: destination!, kind, reference, total, part },
      ...{ alphabet, octets: Buffer.from(octets), wishes },
    });
    return { message_id };
  }

  /** Sender, destination and times of a part. Its text may be half a character, or blank. */
  async #check(who: Pick<Terms, 'credentialId' | 'accountId'>, request: SendRequest): Promise<void> {
    const principal = { keyId: who.credentialId, accountId: who.accountId };
    await this.#sending.checkKept(principal, { ...request, message: { content: 'part' } });
  }
}

type Parsed = {
  readonly sender: string;
  readonly destinations: string[];
  readonly content: SubmitContent;
  readonly wishes: Wishes;
};

function phone(destination: Destination): { ton: number; npi: number; address: string } {
  if (destination.flag === 1) return destination;
  throw new Refused('ESME_RINVDLNAME', 'There are no distribution lists');
}

function messageOf({ octets, alphabet }: SubmitContent): SendRequest['message'] {
  const content = readText(octets, alphabet);
  if (content === undefined) throw new Refusal(1);
  return { content, isUnicode: alphabet === 'ucs2' };
}

const firstId = (answer: string): string =>
  (JSON.parse(answer) as { messages: { messageId: string }[] }).messages[0]!.messageId;
