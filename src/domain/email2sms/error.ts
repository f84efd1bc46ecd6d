import { numberList, type ShownNumbers } from '../errors.ts';
import type { SendRequest } from '../message/send.ts';
import { exampleRequest } from './example.ts';

type ErrorMailParts = {
  readonly serviceName: string;
  readonly address: string;
  readonly problem: string;
  readonly subject: string;
  readonly request?: SendRequest | undefined;
};

/** Enough for the author to recognise the mail; more would let others send their own text from our address. */
const longestQuote = 40;
export const fewNumbers: ShownNumbers = { most: 3, longest: 20 };
const longestProblem = 400;

export function errorSubject(serviceName: string): string {
  return `${serviceName} Email2SMS – Error`;
}

export function errorBody({ serviceName, address, problem, subject, request }: ErrorMailParts): string {
  const which = subject === '' ? '' : ` "${quoted(subject)}"`;
  return `Your e-mail${which} to ${address} was not sent as SMS. No message was sent and nothing was charged.

  ${start(problem, longestProblem)}

Please correct it and send the e-mail again.

${request === undefined ? '' : readLines(request)}\
A request looks like this, each tag on a line of its own and the value on the line below it:

${indented(exampleRequest({ key: '(your API key)', sender: 'MyShop' }))}

This is an automatic answer of ${serviceName}.
`;
}

const indented = (text: string): string => text.replaceAll(/^/gm, '  ');

function readLines({ sender, destinations, message, scheduledTime, deliveryReportUrl, priceReport }: SendRequest) {
  return [
    'This is what was read:',
    '',
    `  Sender        ${quoted(sender)}`,
    `  Destinations  ${numberList(destinations, fewNumbers)}`,
    `  Unicode       ${message.isUnicode === true ? 'yes' : 'no'}`,
    ...(scheduledTime === undefined ? [] : [`  Scheduled     ${scheduledTime}`]),
    ...(deliveryReportUrl === undefined ? [] : [`  Reports to    ${quoted(hostOf(deliveryReportUrl))}`]),
    ...(priceReport === true ? ['  Price report  yes'] : []),
    `  Text          ${quoted(message.content)}`,
    '\n',
  ].join('\n');
}

function quoted(text: string): string {
  return start(text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim(), longestQuote);
}

function start(text: string, most: number): string {
  const characters = [...text.slice(0, most * 2 + 2)];
  return characters.length <= most ? characters.join('') : `${characters.slice(0, most).join('')} …`;
}

/** Added to the last answer before a pause. */
export function lastBefore(until: Date): string {
  const time = `${until.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return `
There have been many such answers within an hour. Until ${time} no more of them are sent to this address; e-mails
without mistakes are still sent as SMS.
`;
}

/** The rest of a URL may contain secrets. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'an address that is not a URL';
}
