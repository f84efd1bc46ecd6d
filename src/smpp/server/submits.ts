import { setTimeout as sleep } from 'node:timers/promises';
import type { Limiter } from '../../bounds/limiter.ts';
import { smppLimits as limits } from '../../bounds/limits/smpp.ts';
import { RateLimit } from '../../bounds/rate-limit.ts';
import { Refusal } from '../../domain/errors.ts';
import type { SendRequest } from '../../domain/message/send.ts';
import { readText } from '../../domain/text/alphabet.ts';
import { oncePerSubmit, requestOrigin } from '../../flows/sending/order.ts';
import type { Sending } from '../../flows/sending/send.ts';
import type { Runtime } from '../../runtime.ts';
import type { SubmitDestination } from '../protocol/commands.ts';
import { destinationIn, sourceIn, type WireAddress } from '../protocol/fields.ts';
import type { Pdu } from '../protocol/pdu.ts';
import type { ResponsePdu } from '../session/session-events.ts';
import type { Bind } from './bind.ts';
import { SmppError } from './errors.ts';
import type { LongMessages } from './long-messages.ts';
import { destinationOf, optionsOf, type SubmitOptions, senderOf } from './submit-options.ts';
import { type Latin1Texts, readSubmit, type SubmitContent, type SubmitPdu } from './submit-text.ts';

/** What the requests of all binds of this process share. */
export type RequestServices = {
  readonly runtime: Runtime;
  readonly sending: Sending;
  readonly rates: SubmitRates;
  readonly long: LongMessages;
  readonly latin1: Latin1Texts;
  /** Submits on the send path. Waiting ones fill the windows of their binds, so more binds do not give an account a larger share. */
  readonly submits: Limiter;
};

/** ESME_RTHROTTLED is sent when the next request would be allowed, at most 1 s later, which slows a client that retries immediately. */
const mostDelayMs = 1_000;
const rejectionDelayMs = 2_000;

/** Request rates of the credentials, in this process. */
export class SubmitRates {
  readonly #requests: RateLimit;
  readonly #rejected: RateLimit;

  constructor(clock: () => number) {
    this.#requests = new RateLimit({ rate: Number.POSITIVE_INFINITY, clock });
    this.#rejected = new RateLimit({ rate: limits.rejectedRequests.most, clock });
  }

  /** Undefined if the request is allowed; otherwise rejects after a delay. */
  pass({ own, rate }: Bind, cost = 1): Promise<void> | undefined {
    if (rate === 0) return undefined;
    const { allowed, retryInMs } = this.#requests.take(own.credentialId, cost, rate);
    return allowed ? undefined : throttled(Math.min(mostDelayMs, retryInMs), rate);
  }

  /** Delays the error responses of a credential with many rejected requests. */
  delayRejected({ own }: Bind): Promise<void> | undefined {
    const { allowed } = this.#rejected.take(own.credentialId);
    return allowed ? undefined : sleep(rejectionDelayMs);
  }
}

async function throttled(ms: number, rate: number): Promise<never> {
  await sleep(ms);
  throw new SmppError('ESME_RTHROTTLED', `More than ${Math.ceil(rate)} requests per second`);
}

/** As in the HTTP API: this many recipients cost about as much as one request. */
const recipientsPerRequest = 10;

type Submitted = { readonly message_id: string };

export async function submit(
  services: RequestServices,
  bind: Bind,
  pdu: Pdu<'submit_sm' | 'data_sm'>,
): Promise<ResponsePdu> {
  await services.rates.pass(bind);
  const destinations = [destinationOf(destinationIn(pdu), bind.credential.country)];
  return { command: `${pdu.command}_resp`, ...(await limited(services, bind, pdu, destinations)) };
}

export async function submitMulti(
  services: RequestServices,
  bind: Bind,
  pdu: Pdu<'submit_multi'>,
): Promise<ResponsePdu> {
  const { country } = bind.credential;
  const count = pdu.dest_address.length;
  const most = services.runtime.config.maxRecipients;
  if (count === 0 || count > most) throw new SmppError('ESME_RINVNUMDESTS', `There must be 1 to ${most} destinations`);
  await services.rates.pass(bind, Math.ceil(count / recipientsPerRequest));
  const destinations = pdu.dest_address.map((each) => destinationOf(phone(each), country));
  return { command: 'submit_multi_resp', ...(await limited(services, bind, pdu, destinations)), no_unsuccess: 0 };
}

function phone(destination: SubmitDestination): WireAddress {
  if (destination.flag === 1) return destination;
  throw new SmppError('ESME_RINVDLNAME', 'Distribution lists are not supported');
}

async function limited(
  services: RequestServices,
  bind: Bind,
  pdu: SubmitPdu,
  destinations: string[],
): Promise<Submitted> {
  const { accountId } = bind.own;
  await services.submits.enter(accountId);
  try {
    return await send(services, bind, pdu, destinations);
  } finally {
    services.submits.leave(accountId);
  }
}

async function send(services: RequestServices, bind: Bind, pdu: SubmitPdu, destinations: string[]): Promise<Submitted> {
  const { runtime, latin1 } = services;
  const { credential, principal } = bind;
  const options = optionsOf(pdu, Math.floor(runtime.clock() / 1_000), runtime.config.validitySeconds);
  const sender = senderOf(sourceIn(pdu), credential.country);
  const content = readSubmit(pdu, credential.alphabet);
  if (content.isAssumed) latin1.note(credential);
  const request = { ...options, sender, destinations, message: messageOf(content) };
  if ((content.concatenation?.total ?? 1) > 1) return sendPart(services, bind, request, content, options);
  const order = { principal, request, origin: requestOrigin(principal, 'smpp') };
  const { user_message_reference: reference } = pdu.tlvs;
  const once = reference === undefined ? undefined : oncePerSubmit(order, reference);
  const { answer } = await services.sending.send(order, once);
  const { messages } = JSON.parse(answer) as { messages: { messageId: string }[] };
  return { message_id: messages[0]!.messageId };
}

function messageOf({ octets, alphabet }: SubmitContent): SendRequest['message'] {
  const content = readText(octets, alphabet);
  if (content === undefined) throw new Refusal(1);
  return { content, isUnicode: alphabet === 'ucs2' };
}

async function sendPart(
  { sending, long }: RequestServices,
  { principal, own }: Bind,
  request: SendRequest,
  { concatenation, alphabet, octets }: SubmitContent,
  options: SubmitOptions,
): Promise<Submitted> {
  const { sender, destinations } = request;
  const [destination, ...others] = destinations;
  if (others.length > 0) throw new SmppError('ESME_RINVNUMDESTS', 'A part of a long message goes to one destination');
  const { kind, reference, total, part } = concatenation!;
  // Sender, destination and times are checked now; the text once it is complete, since a part may be blank or half a character.
  await sending.checks.checkCached(principal, { ...request, message: { content: 'part' } });
  const message_id = await long.add({
    ...{ credentialId: own.credentialId, accountId: own.accountId, sender, destination: destination! },
    ...{ kind, reference, total, part },
    ...{ alphabet, octets: Buffer.from(octets), options },
  });
  return { message_id };
}
