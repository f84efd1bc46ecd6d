import { Refused } from './guard.ts';

/** What can go wrong before there is a status, in words for the log that customers read. `{host}` is filled in. */
const words = new Map(
  Object.entries({
    ENOTFOUND: 'the name {host} does not exist',
    NAME_TOO_LONG: 'the name of the server is too long',
    ENODATA: 'the name {host} has no address',
    EAI_AGAIN: 'the name {host} could not be looked up',
    EAI_FAIL: 'the name {host} could not be looked up',
    ESERVFAIL: 'the name {host} could not be looked up',
    ETIMEOUT: 'the name {host} could not be looked up',

    ECONNREFUSED: 'connection refused',
    ECONNRESET: 'the connection was reset',
    EPIPE: 'the connection was reset',
    NO_ANSWER: 'the connection was closed without an answer',
    ETIMEDOUT: 'no connection in time',
    TimeoutError: 'no connection in time',
    EHOSTUNREACH: 'the address cannot be reached',
    ENETUNREACH: 'the address cannot be reached',
    EADDRNOTAVAIL: 'the address cannot be reached',
    EACCES: 'the address cannot be reached',
    EPERM: 'the address cannot be reached',

    CERT_HAS_EXPIRED: 'the certificate has expired',
    CERT_NOT_YET_VALID: 'the certificate is not valid yet',
    CERT_REVOKED: 'the certificate has been revoked',
    ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is not for {host}',
    HOSTNAME_MISMATCH: 'the certificate is not for {host}',
    DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
    SELF_SIGNED_CERT_IN_CHAIN: 'the certificate is from an unknown authority',
    UNABLE_TO_GET_ISSUER_CERT: 'the certificate is from an unknown authority',
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the certificate is from an unknown authority',
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate is from an unknown authority, or the server leaves out its chain',
    CERT_UNTRUSTED: 'the certificate is from an unknown authority',
    INVALID_PURPOSE: 'the certificate is not one for servers',
    INVALID_CA: 'the certificate is from an unknown authority',
    ERR_SSL_WRONG_VERSION_NUMBER: 'the server does not speak TLS on this port',
    ERR_SSL_PACKET_LENGTH_TOO_LONG: 'the server does not speak TLS on this port',

    NOT_HTTP: 'the answer is not valid HTTP',
    HEAD_TOO_LONG: 'the headers of the answer are too long',

    EMFILE: 'Hermod has too many open connections',
    ENFILE: 'Hermod has too many open connections',
    ENOBUFS: 'Hermod has too many open connections',
    STOPPING: 'Hermod was stopping',
    AbortError: 'Hermod was stopping',
  }),
);

/** Families of codes too large to list: OpenSSL's alerts. */
const families: [prefix: string, text: string][] = [
  ['ERR_SSL_', 'no TLS connection could be agreed on'],
  ['EPROTO', 'no TLS connection could be agreed on'],
];

/** `known` is false for what nobody has thought of: the customer reads the bare code, the operator's log gets it all. */
export function describe(error: unknown, host: string): { text: string; known: boolean } {
  if (error instanceof Refused) return { text: error.message, known: true };
  const code = codeOf(error);
  const text = words.get(code) ?? families.find(([prefix]) => code.startsWith(prefix))?.[1];
  if (text === undefined) return { text: `the request failed (${code})`, known: false };
  return { text: text.replace('{host}', host), known: true };
}

/** The name where there is no code in words: what aborts bears a number. */
function codeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'unknown';
}
