/** Who can do something about it. */
export const sides = ['sender', 'recipient', 'operator', 'carrier'] as const;
export type Side = (typeof sides)[number];

export type Meaning = {
  readonly text: string;
  /** The usual cause, and the next step. */
  readonly advice: string;
  readonly by: Side;
  /** About the service and its account with the carrier: customers read `behind the service` instead. */
  readonly isInternal?: true;
};

const meaning = (by: Side, text: string, advice: string): Meaning => ({ by, text, advice });
const internal = (text: string, advice: string): Meaning => ({ by: 'operator', text, advice, isInternal: true });

/** What a code can mean, in plain words. Codes are assigned to these in `smpp.ts` and `providers.ts`. */
export const meanings = {
  // The recipient and the phone
  handset: meaning(
    'recipient',
    'The handset did not accept the message.',
    'Usually the phone is off or the number is no longer in use. Check the number, then send it again.',
  ),
  absent: meaning('recipient', 'The phone is switched off or out of coverage.', 'Send the message again later.'),
  busy: meaning('recipient', 'The phone was busy with another message.', 'Send the message again.'),
  expired: meaning(
    'recipient',
    'The message expired before it could be delivered.',
    'Usually the phone was off or out of coverage during the whole validity period. Send the message again.',
  ),
  'unknown number': meaning('sender', 'The number does not exist or is no longer in use.', 'Check the number.'),
  'invalid number': meaning(
    'sender',
    'The carrier does not accept this number as a destination.',
    'Check the number and its country code.',
  ),
  landline: meaning('sender', 'The number cannot receive SMS.', 'It may be a landline. Use a mobile number.'),
  'phone memory': meaning(
    'recipient',
    'The memory of the phone or SIM card is full.',
    'The recipient has to delete messages. Send it again later.',
  ),
  'no sms': meaning(
    'recipient',
    'The phone or its subscription does not support SMS.',
    'The recipient has to ask the mobile operator for SMS.',
  ),
  barred: meaning(
    'recipient',
    'The subscription of the recipient is blocked for such messages.',
    'The recipient has to ask the mobile operator to allow them.',
  ),
  'carrier opt-out': meaning(
    'recipient',
    'The recipient has opted out of messages from this sender at the carrier.',
    'Send no more messages to this number until the recipient opts in again.',
  ),
  // The message and its sender
  spam: meaning(
    'sender',
    'The carrier filtered the message as spam.',
    'Change the text: fewer links, no shortened links, name the company. Ask the operator to have the sender approved.',
  ),
  content: meaning(
    'sender',
    'The carrier does not accept the text or its encoding.',
    'Remove unusual characters, then send it again.',
  ),
  'too long': meaning('sender', 'The message is too long for the carrier.', 'Shorten the text.'),
  flooding: meaning(
    'sender',
    'Too many messages went to this number in a short time.',
    'Wait, and send fewer messages to the same number.',
  ),
  duplicate: meaning(
    'sender',
    'The carrier took the message for a repetition of an earlier one.',
    'Check whether the earlier message arrived. Otherwise change the text and send it again.',
  ),
  sender: meaning(
    'sender',
    'The carrier does not accept this sender.',
    'Use another sender, or ask the operator to have this one registered with the carrier.',
  ),
  'sender registration': meaning(
    'operator',
    'The sender is not registered for this country or network.',
    'Register the sender with the carrier, or use another one.',
  ),
  // The account of the service with its carrier
  credentials: internal('The carrier refuses the credentials.', 'Check user and password of the carrier.'),
  credit: internal('The account with the carrier has no credit.', 'Top up the account with the carrier.'),
  'carrier account': internal(
    'The account with the carrier is suspended or limited.',
    'Ask the carrier why, and route messages over another carrier meanwhile.',
  ),
  'country disabled': internal(
    'The account with the carrier may not send to this country.',
    'Enable the country at the carrier, or route it over another carrier.',
  ),
  configuration: internal(
    'The carrier does not accept the request as it is configured.',
    'Check the address and the parameters of the carrier.',
  ),
  'sending phone': internal(
    'The phone that sends the messages could not send it.',
    'Check its coverage, SIM card, credit and permissions.',
  ),
  // The carrier and its networks
  throttled: meaning(
    'carrier',
    'The carrier accepts messages more slowly than they arrive.',
    'The message is tried again automatically. A lower rate for the carrier avoids these refusals.',
  ),
  'queue full': meaning(
    'carrier',
    'The queue of the carrier is full.',
    'The message is tried again automatically until its validity ends.',
  ),
  'carrier fault': meaning(
    'carrier',
    'The carrier has a technical problem.',
    'Temporary problems are tried again automatically. If it stays, report it to the carrier.',
  ),
  network: meaning('carrier', 'The network of the recipient has a problem.', 'Send the message again later.'),
  'carrier route': meaning(
    'operator',
    'The carrier cannot reach the network of this number.',
    'Route such numbers over another carrier, or ask the carrier to open the network.',
  ),
  rejected: meaning(
    'operator',
    'The carrier rejected the message.',
    'Usually the sender, the text or the number is not allowed. Ask the carrier for its reason.',
  ),
  deleted: meaning(
    'operator',
    'The carrier deleted the message before it was delivered.',
    'Ask the carrier for its reason.',
  ),
  unconfirmed: meaning(
    'carrier',
    'The carrier does not know whether the message arrived.',
    'Ask the recipient before you send it again.',
  ),
  'no answer': meaning(
    'carrier',
    'The carrier did not answer.',
    'The message may have arrived. Ask the recipient before you send it again.',
  ),
  'no receipt': meaning(
    'carrier',
    'No delivery receipt arrived in time.',
    'Ask the recipient before you send it again. If this happens often, ask the carrier about its receipts.',
  ),
  'connection lost': internal(
    'The carrier is not connected.',
    'The message is tried again automatically. Check the carrier.',
  ),
  // Decided by this service
  'service ended': internal(
    'A process of this service ended while it sent the message.',
    'The message may have arrived. Ask the recipient before you send it again.',
  ),
  'no route': meaning(
    'operator',
    'No route leads to this number.',
    'Add a route to a carrier that takes such numbers, then send it again.',
  ),
  'no price': meaning(
    'operator',
    'The account has no price for this country.',
    'Assign a price list with the country.',
  ),
  'account suspended': meaning('operator', 'The account was suspended when the message was due.', 'Reactivate it.'),
  'sender not confirmed': meaning(
    'sender',
    'The sender was no longer confirmed when the message was due.',
    'Confirm the sender again, or use another one.',
  ),
  'opted out': meaning(
    'recipient',
    'The recipient has opted out of messages from this account.',
    'Send no more messages to this number until the recipient opts in again.',
  ),
  withdrawn: meaning('operator', 'An operator cancelled the message.', 'Ask the operator, or send it again.'),
  simulated: meaning(
    'sender',
    'The simulator refused the message, as its magic number asks.',
    'Send to an ordinary number to have it delivered.',
  ),
  'behind the service': meaning(
    'operator',
    'A problem between this service and its carrier.',
    'The operator of this service has to solve it.',
  ),
  'unknown code': meaning(
    'operator',
    'The carrier gave a reason without a known meaning.',
    'Look the code up in the documentation of the carrier, and set its text at the carrier.',
  ),
} as const satisfies Record<string, Meaning>;

export type MeaningName = keyof typeof meanings;

/** The meaning of each code, in capitals: providers document the same code in both cases. */
export type CodeTable = Readonly<Record<string, MeaningName>>;

/** From lists of codes by what they mean, separated by spaces. */
export const codeTable = (codes: Readonly<Partial<Record<MeaningName, string>>>): CodeTable =>
  Object.fromEntries(
    Object.entries<string>(codes as Record<string, string>).flatMap(([name, list]) =>
      list.split(' ').map((code) => [code.toUpperCase(), name as MeaningName]),
    ),
  );
