import type { SendRequest } from './send.ts';

export type ErrorMailParts = {
  readonly serviceName: string;
  /** The Email2SMS address, for the example. */
  readonly address: string;
  /** What has to change, in one sentence. */
  readonly problem: string;
  /** Subject of the mail that is answered. */
  readonly subject: string;
  /** What was read from it, if it could be read. */
  readonly request?: SendRequest | undefined;
};

const mostShown = 20;
const longestText = 1_000;

export function errorSubject(serviceName: string): string {
  return `${serviceName} Email2SMS – Error`;
}

/** The text of an error e-mail: for a person, with what to change. It never holds a key. */
export function errorBody({ serviceName, address, problem, subject, request }: ErrorMailParts): string {
  return [
    `Your e-mail${subject === '' ? '' : ` "${subject}"`} to ${address} was not sent as SMS. No message was sent and nothing was charged.`,
    '',
    `  ${problem}`,
    '',
    'Please correct it and send the e-mail again.',
    '',
    ...(request === undefined ? [] : readLines(request)),
    'A request looks like this, each tag on a line of its own and the value on the line below it:',
    '',
    ...example.map((line) => `  ${line}`),
    '',
    `This is an automatic answer of ${serviceName}.`,
    '',
  ].join('\n');
}

const example = [
  '#apikey#',
  '(your API key)',
  '#sender#',
  'MyShop',
  '#startdestination#',
  '+38640123456',
  '#enddestination#',
  '#startcontent#',
  'Your order is ready.',
  '#endcontent#',
];

function readLines({
  sender,
  destinations,
  message,
  scheduledTime,
  deliveryReportUrl,
  priceReport,
}: SendRequest): string[] {
  const more = destinations.length - mostShown;
  const characters = [...message.content];
  const text = characters.slice(0, longestText).join('') + (characters.length > longestText ? ' …' : '');
  return [
    'This is what was read:',
    '',
    `  Sender        ${sender}`,
    `  Destinations  ${destinations.slice(0, mostShown).join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
    `  Unicode       ${message.isUnicode === true ? 'yes' : 'no'}`,
    ...(scheduledTime === undefined ? [] : [`  Scheduled     ${scheduledTime}`]),
    ...(deliveryReportUrl === undefined ? [] : [`  Reports to    ${hostOf(deliveryReportUrl)}`]),
    ...(priceReport === true ? ['  Price report  yes'] : []),
    `  Text          ${text.replaceAll('\n', '\n                ')}`,
    '',
  ];
}

/** The rest of a URL may hold secrets. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'an address that is no URL';
}
