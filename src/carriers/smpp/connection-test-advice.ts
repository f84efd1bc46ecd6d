import { statusCode, statusName } from '../../smpp/protocol/status.ts';
import { type BindRole, bindFailure } from '../../smpp/session/bind.ts';
import type { RequestOutcome as Outcome } from '../../smpp/session/requests.ts';
import type { SmppSettings } from './settings.ts';

/** What went wrong, and what to do about it. Neither contains the password. */
export type Trouble = { readonly text: string; readonly advice: string };

/** Texts by error code. Placeholders such as `{host}` are filled in. */
type Texts = Readonly<Record<string, readonly [text: string, advice: string]>>;

function troubleOf(texts: Texts, code: string, values: Readonly<Record<string, unknown>>): Trouble {
  const found = Object.hasOwn(texts, code) ? texts[code] : texts['otherwise'];
  const [text = '', advice = ''] = found!.map((each) =>
    each.replaceAll(/\{(\w+)\}/g, (_, name) => String(values[name])),
  );
  return { text, advice };
}

const askCarrier = 'Ask the carrier what it expects';

const unresolvedTexts: Texts = {
  EAI_AGAIN: ['The name server does not answer for {host}', 'Check the DNS of this machine, and try again'],
  otherwise: ['Host {host} not found', 'Check the name of the host for a typing mistake'],
};

export const unresolved = (host: string, code = ''): Trouble => troubleOf(unresolvedTexts, code, { host });

const noRoute = [
  'No route leads to {host}:{port}',
  'Check the network, the VPN to the carrier, and the address',
] as const;
const unconnectedTexts: Texts = {
  ECONNREFUSED: [
    '{host}:{port} refuses connections',
    "Check the port, which for {usual}; or the carrier's SMSC is down",
  ],
  EHOSTUNREACH: noRoute,
  ENETUNREACH: noRoute,
  timeout: [
    '{host}:{port} does not answer',
    'A firewall drops the connection most often: ask the carrier to allow the address of this machine',
  ],
  otherwise: ['{host}:{port} cannot be reached ({code})', 'Check host, port and network'],
};

export function unconnected({ host, port, tls }: SmppSettings, code = 'no reason given'): Trouble {
  const usual = tls ? 'smpps is usually 3550' : 'smpp is usually 2775';
  return troubleOf(unconnectedTexts, code, { host, port, usual, code });
}

const unverified =
  'If the carrier has said that this is right, add verify=false to the address; the password could then be read by ' +
  'anyone on the network path';
const plain = 'It may speak SMPP without TLS there: try smpp:// in place of smpps://, or another port';
const untrusted = [
  'The certificate of the carrier is not signed by an authority that this machine trusts',
  unverified,
] as const;
const tlsTexts: Texts = {
  CERT_HAS_EXPIRED: ['The certificate of the carrier has expired', `Tell the carrier. ${unverified}`],
  ERR_TLS_CERT_ALTNAME_INVALID: ['The certificate is not for {host}', `Use the name that it is for. ${unverified}`],
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  timeout: ['The carrier does not answer the TLS handshake', plain],
  otherwise: ['TLS could not be agreed on ({code})', plain],
};

export const noTls = ({ host }: SmppSettings, code = 'the carrier hung up'): Trouble =>
  troubleOf(tlsTexts, code, { host, code });

const refusals: Texts = {
  ESME_RINVPASWD: [
    'The carrier refuses the password',
    'Check the password; SMPP has eight characters for it, and some carriers cut or refuse longer ones',
  ],
  ESME_RINVSYSID: [
    'The carrier does not know the system_id {systemId}',
    'Check the system_id for case and typing mistakes, and that this host is the right one for it',
  ],
  ESME_RBINDFAIL: [
    'The carrier refuses the bind without saying why',
    'Check system_id and password, whether the account may bind as {role}, whether this address is allowed, and whether ' +
      'all its connections are in use already: the test needs one more',
  ],
  ESME_RALYBND: [
    'The account is bound already, and the carrier allows no further connection',
    'The test needs one connection more than the service has: if the carrier is connected already, all is well; otherwise ' +
      'lower binds in the address, or end the other program that uses this account',
  ],
  ESME_RINVSYSTYP: [
    'The carrier refuses the system_type',
    'Set system_type in the address to the value that the carrier gave you',
  ],
  ESME_RINVBNDSTS: ['The carrier does not let this account bind as {role}', '{otherMode}'],
  ESME_RINVCMDID: ['The carrier does not know bind_{role}', '{otherMode}'],
  ESME_RTHROTTLED: ['The carrier says that there were too many binds', 'Wait a few minutes, and try again'],
  ESME_RSYSERR: ['The carrier has trouble of its own', 'Try again later, or ask the carrier'],
};

function otherMode(role: BindRole): string {
  return role === 'transceiver'
    ? 'Set mode=pair in the address: a transmitter and a receiver in place of a transceiver'
    : 'Set mode=transceiver in the address, or ask the carrier which binds the account may have';
}

const noSmpp =
  'Something else than SMPP may listen there, or SMPP over TLS: check host and port, and try smpps:// in place of smpp://';

export function unbound(
  outcome: Outcome,
  settings: SmppSettings,
  role: BindRole,
  received: 'nothing' | 'TLS' | 'bytes',
): Trouble {
  const status =
    outcome.kind === 'answered' ? outcome.response.status : outcome.kind === 'nacked' ? outcome.status : undefined;
  if (status !== undefined) {
    const name = statusName(status);
    if (!Object.hasOwn(refusals, name)) return { text: `The carrier refuses the bind: ${name}`, advice: askCarrier };
    const { systemId } = settings;
    const known = troubleOf(refusals, name, { systemId, role, otherMode: otherMode(role) });
    return { ...known, text: `${known.text} (${name})` };
  }
  if (received === 'TLS') return { text: 'The port speaks TLS', advice: 'Write smpps:// in place of smpp://' };
  if (outcome.kind === 'timeout')
    return {
      text: 'The carrier took the connection, and does not answer the bind',
      advice: settings.tls ? askCarrier : noSmpp,
    };
  if (outcome.kind !== 'lost') return { text: `The bind failed: ${bindFailure(outcome)}`, advice: askCarrier };
  if (received === 'bytes') return { text: 'What answered there was no SMPP', advice: noSmpp };
  return {
    text: 'The carrier closed the connection at the bind, without a word',
    advice: 'The address of this machine may not be allowed: ask the carrier. Or the port speaks TLS: try smpps://',
  };
}

export function unanswered(outcome: Outcome): Trouble {
  const isRefused = outcome.kind === 'answered' && outcome.response.status !== statusCode('ESME_ROK');
  return {
    text: isRefused ? 'It refuses enquire_link' : `Bound, but enquire_link was not answered (${outcome.kind})`,
    advice: 'The connection would be taken for dead and opened again and again: ask the carrier',
  };
}
