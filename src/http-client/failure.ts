import { Refused } from './guard.ts';

/** Texts for failures before there is a status, in the log that customers read, with their codes. `{host}` is filled in. */
const TEXTS: Readonly<Record<string, string>> = {
  'the name {host} does not exist': 'ENOTFOUND',
  'the name of the server is too long': 'NAME_TOO_LONG',
  'the name {host} has no address': 'ENODATA',
  'the name {host} could not be looked up': 'EAI_AGAIN EAI_FAIL ESERVFAIL ETIMEOUT',
  'connection refused': 'ECONNREFUSED',
  'the connection was reset': 'ECONNRESET EPIPE',
  'the connection was closed without an answer': 'NO_ANSWER',
  'no connection in time': 'ETIMEDOUT TimeoutError',
  'the address cannot be reached': 'EHOSTUNREACH ENETUNREACH EADDRNOTAVAIL EACCES EPERM',
  'the certificate has expired': 'CERT_HAS_EXPIRED',
  'the certificate is not valid yet': 'CERT_NOT_YET_VALID',
  'the certificate has been revoked': 'CERT_REVOKED',
  'the certificate is not for {host}': 'ERR_TLS_CERT_ALTNAME_INVALID HOSTNAME_MISMATCH',
  'the certificate is self-signed': 'DEPTH_ZERO_SELF_SIGNED_CERT',
  'the certificate is from an unknown authority':
    'SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_GET_ISSUER_CERT UNABLE_TO_GET_ISSUER_CERT_LOCALLY CERT_UNTRUSTED INVALID_CA',
  'the certificate is from an unknown authority, or the server leaves out its chain': 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'the certificate is not one for servers': 'INVALID_PURPOSE',
  'the server does not speak TLS on this port': 'ERR_SSL_WRONG_VERSION_NUMBER ERR_SSL_PACKET_LENGTH_TOO_LONG',
  'the answer is not valid HTTP': 'NOT_HTTP',
  'the headers of the answer are too long': 'HEAD_TOO_LONG',
  'Hermod has too many open connections': 'EMFILE ENFILE ENOBUFS',
  'Hermod was stopping': 'STOPPING AbortError',
};

const textOf = new Map(
  Object.entries(TEXTS).flatMap(([text, codes]) => codes.split(' ').map((code) => [code, text] as const)),
);

/** Families of codes that are too large to list: OpenSSL's alerts. */
const families: [prefix: string, text: string][] = [
  ['ERR_SSL_', 'no TLS connection could be agreed on'],
  ['EPROTO', 'no TLS connection could be agreed on'],
];

/** `known` is false for a code without a text: the customer reads the code, and the operator's log has the whole error. */
export function describe(error: unknown, host: string): { text: string; known: boolean } {
  if (error instanceof Refused) return { text: error.message, known: true };
  const code = codeOf(error);
  const text = textOf.get(code) ?? families.find(([prefix]) => code.startsWith(prefix))?.[1];
  if (text === undefined) return { text: `the request failed (${code})`, known: false };
  return { text: text.replace('{host}', host), known: true };
}

/** The name if the code is not a string: the code of an abort is a number. */
function codeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'unknown';
}
