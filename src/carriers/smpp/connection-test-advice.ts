import { statusCode, statusName } from '../../smpp/protocol/status.ts';
import { type BindRole, bindFailure } from '../../smpp/session/bind.ts';
import type { RequestOutcome as Outcome } from '../../smpp/session/requests.ts';
import type { SmppSettings } from './settings.ts';

/** What went wrong, and what to do about it. Neither contains the password. */
export type Trouble = { readonly text: string; readonly advice: string };

const askCarrier = 'Ask the carrier what it expects';

export function unresolved(host: string, code: string | undefined): Trouble {
  if (code === 'EAI_AGAIN')
    return {
      text: `The name server does not answer for ${host}`,
      advice: 'Check the DNS of this machine, and try again',
    };
  return { text: `There is no host ${host}`, advice: 'Check the name of the host for a typing mistake' };
}

export function unconnected({ host, port, tls }: SmppSettings, code = 'no reason given'): Trouble {
  const where = `${host}:${port}`;
  if (code === 'ECONNREFUSED')
    return {
      text: `${where} refuses connections`,
      advice: `Check the port, which for ${tls ? 'smpps is usually 3550' : 'smpp is usually 2775'}; or the carrier's SMSC is down`,
    };
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH')
    return { text: `No route leads to ${where}`, advice: 'Check the network, the VPN to the carrier, and the address' };
  if (code === 'timeout')
    return {
      text: `${where} does not answer`,
      advice: 'A firewall drops the connection most often: ask the carrier to allow the address of this machine',
    };
  return { text: `${where} cannot be reached (${code})`, advice: 'Check host, port and network' };
}

const untrusted = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_GET_ISSUER_CERT',
];
const unverified =
  'If the carrier has said that this is right, add verify=false to the address; the password could then be read by ' +
  'anyone on the network path';
const plain = 'It may speak SMPP without TLS there: try smpp:// in place of smpps://, or another port';

export function noTls({ host }: SmppSettings, code: string | undefined): Trouble {
  if (code === 'CERT_HAS_EXPIRED')
    return { text: 'The certificate of the carrier has expired', advice: `Tell the carrier. ${unverified}` };
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return { text: `The certificate is not for ${host}`, advice: `Use the name that it is for. ${unverified}` };
  if (code !== undefined && untrusted.includes(code))
    return {
      text: 'The certificate of the carrier is not signed by an authority that this machine trusts',
      advice: unverified,
    };
  if (code === 'timeout') return { text: 'The carrier does not answer the TLS handshake', advice: plain };
  return { text: `TLS could not be agreed on (${code ?? 'the carrier hung up'})`, advice: plain };
}

/** What the usual refusals mean in practice. */
const refusals: Readonly<Record<string, (settings: SmppSettings, role: BindRole) => Trouble>> = {
  ESME_RINVPASWD: () => ({
    text: 'The carrier refuses the password',
    advice: 'Check the password; SMPP has eight characters for it, and some carriers cut or refuse longer ones',
  }),
  ESME_RINVSYSID: ({ systemId }) => ({
    text: `The carrier does not know the system_id ${systemId}`,
    advice: 'Check the system_id for case and typing mistakes, and that this host is the right one for it',
  }),
  ESME_RBINDFAIL: (_settings, role) => ({
    text: 'The carrier refuses the bind without saying why',
    advice:
      `Check system_id and password, whether the account may bind as ${role}, whether this address is allowed, and whether ` +
      'all its connections are in use already: the test needs one more',
  }),
  ESME_RALYBND: () => ({
    text: 'The account is bound already, and the carrier allows no further connection',
    advice:
      'The test needs one connection more than the service has: if the carrier is connected already, all is well; otherwise ' +
      'lower binds in the address, or end the other program that uses this account',
  }),
  ESME_RINVSYSTYP: () => ({
    text: 'The carrier refuses the system_type',
    advice: 'Set system_type in the address to the value that the carrier gave you',
  }),
  ESME_RINVBNDSTS: (_settings, role) => ({
    text: `The carrier does not let this account bind as ${role}`,
    advice: otherMode(role),
  }),
  ESME_RINVCMDID: (_settings, role) => ({
    text: `The carrier does not know bind_${role}`,
    advice: otherMode(role),
  }),
  ESME_RTHROTTLED: () => ({
    text: 'The carrier says that there were too many binds',
    advice: 'Wait a few minutes, and try again',
  }),
  ESME_RSYSERR: () => ({ text: 'The carrier has trouble of its own', advice: 'Try again later, or ask the carrier' }),
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
    const known = refusals[name]?.(settings, role);
    return known === undefined
      ? { text: `The carrier refuses the bind: ${name}`, advice: askCarrier }
      : { text: `${known.text} (${name})`, advice: known.advice };
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
