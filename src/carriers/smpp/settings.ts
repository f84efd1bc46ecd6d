import { count, flag, oneOf } from '../../config/setting.ts';
import { isCountry } from '../../domain/phone/phone.ts';
import type { DefaultAlphabet, MultipartStyle } from '../../smpp/protocol/text.ts';
import {
  checkNoPath,
  credential,
  emptyOr,
  type ParameterValues,
  parameter as param,
  readParameters,
  wrongUrl as wrong,
} from '../carrier-url.ts';
import { ID_STYLES } from './message-id.ts';

/** Refuses a text that does not fit its field: truncated, it would bind as another system. */
const text = (name: string, most: number) => (input: string) => {
  if (!/^[ -~]*$/.test(input) || input.length > most)
    throw wrong(`its ${name} may have at most ${most} ASCII characters`);
  return input;
};

function countryCode(input: string): string {
  if (input === '' || isCountry(input)) return input;
  throw wrong('its country is not an ISO 3166 code such as SI');
}

export const PARAMETERS = {
  mode: param('mode', 'transceiver', 'transceiver, or pair: transmitter and receiver', oneOf('transceiver', 'pair')),
  binds: param('binds', '1', 'connections to this carrier, over all processes', count(1, 64)),
  window: param('window', '50', 'messages per connection in flight or with an answer not yet stored', count(1, 5_000)),
  rate: param(
    'rate',
    '0',
    'submits a second (one for each part), over all processes; 0 for no limit',
    count(0, 1_000_000),
  ),
  timeoutSeconds: param('timeout', '10', 'seconds without a word from a carrier that owes an answer', count(1, 120)),
  enquireSeconds: param('enquire', '30', 'seconds of silence before enquire_link', count(1, 3_600)),
  systemType: param('system_type', '', 'system_type of the bind', text('system_type', 12)),
  serviceType: param('service_type', '', 'service_type of submits', text('service_type', 5)),
  addressRange: param('address_range', '', 'address_range of the bind', text('address_range', 40)),
  alphabet: param<DefaultAlphabet>('alphabet', 'gsm', 'what data_coding 0 is', oneOf('gsm', 'packed', 'latin1')),
  multipart: param<MultipartStyle>('multipart', 'udh8', 'long texts', oneOf('udh8', 'udh16', 'sar', 'payload')),
  ids: param('ids', 'auto', 'how ids in answers and receipts compare', oneOf(...ID_STYLES)),
  receipts: param('receipts', 'all', 'receipts to ask for', oneOf('all', 'failures', 'none')),
  unflaggedReceipts: param('unflagged_receipts', 'false', 'believe texts that look like receipts', flag),
  country: param('country', 'SI', 'country of national numbers in what it delivers; empty for none', countryCode),
  validity: param('validity', 'relative', 'form of the validity period', oneOf('relative', 'absolute', 'none')),
  unanswered: param('unanswered', 'resend', 'submits lost with the link', oneOf('resend', 'unknown')),
  sourceTon: param('source_ton', '', 'TON of all senders', emptyOr(count(0, 6))),
  sourceNpi: param('source_npi', '', 'NPI of all senders', emptyOr(count(0, 18))),
  destTon: param('dest_ton', '', 'TON of all destinations', emptyOr(count(0, 6))),
  destNpi: param('dest_npi', '', 'NPI of all destinations', emptyOr(count(0, 18))),
  verify: param('verify', 'true', 'check the certificate (smpps)', flag),
} as const;

export type SmppSettings = ParameterValues<typeof PARAMETERS> & {
  readonly tls: boolean;
  readonly host: string;
  readonly port: number;
  readonly systemId: string;
  readonly password: string;
};

export const rolesOf = ({
  mode,
}: Pick<SmppSettings, 'mode'>): readonly ('transceiver' | 'transmitter' | 'receiver')[] =>
  mode === 'pair' ? ['transmitter', 'receiver'] : ['transceiver'];

const PORTS: Readonly<Record<string, number>> = { 'smpp:': 2775, 'smpps:': 3550 };

/** `smpp://system_id:password@host:port?window=50`, or smpps for TLS. Throws a Problem that never shows the password. */
export function readSettings(url: string): SmppSettings {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || PORTS[parsed.protocol] === undefined || parsed.hostname === '') {
    throw wrong('it is not a URL such as smpp://system_id:password@host:2775?window=50');
  }
  checkNoPath(parsed, 'system_id or password');
  return Object.freeze({
    ...readParameters(parsed.searchParams, PARAMETERS),
    tls: parsed.protocol === 'smpps:',
    host: parsed.hostname.replace(/^\[|\]$/g, ''),
    port: parsed.port === '' ? PORTS[parsed.protocol]! : Number(parsed.port),
    systemId: credential(parsed.username, 'system_id', 15, 'Latin-1'),
    password: credential(parsed.password, 'password', 64, 'Latin-1'),
  });
}
