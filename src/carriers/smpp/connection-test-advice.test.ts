import { expect, test } from 'vitest';
import { type StatusName, statusCode } from '../../smpp/protocol/status.ts';
import type { RequestOutcome as Outcome } from '../../smpp/session/requests.ts';
import { noTls, unbound, unconnected, unresolved } from './connection-test-advice.ts';
import { readSettings } from './settings.ts';

const settings = readSettings('smpp://esme:hunter2x@smsc.example.com:2775');
const refused = (status: StatusName) =>
  ({ kind: 'answered', response: { command: 'bind_transceiver_resp', status: statusCode(status) } }) as Outcome;

test.each<[StatusName, RegExp, RegExp]>([
  ['ESME_RINVPASWD', /password/, /eight characters/],
  ['ESME_RINVSYSID', /esme/, /system_id/],
  ['ESME_RALYBND', /bound already/, /binds/],
  ['ESME_RBINDFAIL', /without saying why/, /one more/],
  ['ESME_RINVBNDSTS', /bind as transceiver/, /mode=pair/],
  ['ESME_RINVCMDID', /bind_transceiver/, /mode=pair/],
  ['ESME_RINVSYSTYP', /system_type/, /system_type/],
  ['ESME_RTHROTTLED', /too many binds/, /Wait/],
  ['ESME_RMSGQFUL', /refuses the bind/, /Ask the carrier/],
])('%s', (status, text, advice) => {
  const trouble = unbound(refused(status), settings, 'transceiver', 'bytes');
  expect(trouble.text).toMatch(text);
  expect(trouble.text).toContain(status);
  expect(trouble.advice).toMatch(advice);
});

test('a transmitter is advised the other way', () => {
  expect(unbound(refused('ESME_RINVBNDSTS'), settings, 'transmitter', 'bytes').advice).toContain('mode=transceiver');
});

test('a vendor has statuses of its own', () => {
  const vendor = { kind: 'answered', response: { command: 'bind_transceiver_resp', status: 0x0400 } } as Outcome;
  expect(unbound(vendor, settings, 'transceiver', 'bytes').text).toContain('0x00000400');
});

test.each<[Outcome, 'nothing' | 'TLS' | 'bytes', RegExp]>([
  [{ kind: 'lost', sent: true }, 'TLS', /The port speaks TLS/],
  [{ kind: 'lost', sent: true }, 'bytes', /no SMPP/],
  [{ kind: 'lost', sent: true }, 'nothing', /closed the connection/],
  [{ kind: 'timeout' }, 'nothing', /does not answer the bind/],
  [{ kind: 'nacked', status: statusCode('ESME_RINVCMDID') }, 'bytes', /bind_transceiver/],
])('%j after %s', (outcome, heard, text) => {
  expect(unbound(outcome, settings, 'transceiver', heard).text).toMatch(text);
});

test('what stands in the way of a connection has its advice', () => {
  expect(unresolved('h', 'ENOTFOUND').advice).toContain('typing mistake');
  expect(unresolved('h', 'EAI_AGAIN').advice).toContain('DNS');
  expect(unconnected(settings, 'ECONNREFUSED').advice).toContain('2775');
  expect(unconnected(settings, 'timeout').advice).toContain('firewall');
  expect(unconnected(settings, 'ENETUNREACH').advice).toContain('VPN');
  expect(noTls(settings, 'CERT_HAS_EXPIRED').text).toContain('expired');
  expect(noTls(settings, 'ERR_TLS_CERT_ALTNAME_INVALID').text).toContain('smsc.example.com');
  expect(noTls(settings, 'DEPTH_ZERO_SELF_SIGNED_CERT').advice).toContain('verify=false');
  expect(noTls(settings, 'ERR_SSL_WRONG_VERSION_NUMBER').advice).toContain('smpp://');
});
