import fc from 'fast-check';
import { expect, test } from 'vitest';
import { failureReason } from '../../receipt/receipt.ts';
import { type MeaningName, meanings } from './meanings.ts';
import { ownMeaning } from './own.ts';
import { providerCodes } from './providers.ts';
import { carrierKind, codesIn, explainReason, type ReasonCarrier, reasonForCustomer } from './reason.ts';
import { reasonTextsOf } from './reason-texts.ts';
import { smppStatuses } from './smpp.ts';

const carrier = (kind: string, reasonTexts: Record<string, string> = {}): ReasonCarrier => ({
  id: kind,
  url:
    kind === 'smpp' ? 'smpp://id@smsc.example' : kind === 'simulator' ? 'simulator:' : `https+${kind}://id@api.example`,
  reasonTexts,
});
const meaningAt = (kind: string, reason: string) => explainReason(reason, [carrier(kind)]).meaning;

test.each([
  ['smpp', 'carrier error 001 (UNDELIV)', 'handset'],
  ['simulator', 'carrier error 001 (EXPIRED)', 'expired'],
  ['smpp', 'carrier error 001 (REJECTD)', 'rejected'],
  ['smpp', 'carrier state EXPIRED', 'expired'],
  ['smpp', 'carrier error 027 (UNDELIV)', 'absent'],
  ['smpp', 'carrier error 3:040', 'phone memory'],
  ['smpp', 'carrier error 27', 'absent'],
  ['smpp', 'carrier error 0x1F', 'unknown code'],
  ['smpp', 'ESME_RTHROTTLED', 'throttled'],
  ['smpp', 'not understood: ESME_RINVSRCADR', 'sender'],
  ['smpp', '0x00000401', 'unknown code'],
  ['twilio', 'HTTP 400 21211', 'invalid number'],
  ['twilio', 'HTTP 400 99999', 'rejected'],
  ['twilio', 'carrier error 30003', 'absent'],
  ['twilio', 'carrier error 99999', 'unknown code'],
  ['infobip', 'REJECTED_NETWORK', 'carrier route'],
  ['infobip', 'carrier error EC_SM_DF_memoryCapacityExceeded (UNDELIVERABLE)', 'phone memory'],
  ['infobip', 'carrier error EC_SOMETHING_NEW (UNDELIVERABLE)', 'handset'],
  ['vonage', 'it asks for payment (HTTP 402 Low balance)', 'credit'],
  ['vonage', 'HTTP 422 1420', 'sender'],
  ['generic', 'HTTP 503', 'carrier fault'],
  ['generic', 'HTTP 202 without a reference', 'no answer'],
  ['smpp', 'no carrier takes messages to SI', 'no route'],
  ['smpp', 'the link is down: smsc.example', 'connection lost'],
  ['smpp', 'something else', undefined],
] as const)('at %s, %j means %s', (kind, reason, meaning) => {
  expect(meaningAt(kind, reason)).toBe(meaning);
});

test('the code is shown as the carrier gave it', () => {
  const codeOf = (reason: string) => explainReason(reason, [carrier('smpp')]).code;
  expect(codeOf('carrier error 001 (UNDELIV)')).toBe('001, UNDELIV');
  expect(codeOf('carrier state EXPIRED')).toBe('EXPIRED');
  expect(codeOf('HTTP 400 21211')).toBe('HTTP 400, 21211');
  expect(codeOf('no carrier takes messages to SI')).toBeUndefined();
});

test('a text of the operator comes before the table, at its carrier only', () => {
  const own = carrier('smpp', { undeliv: 'Blocked at night.' });
  const other = { ...carrier('smpp'), id: 'other' };
  expect(explainReason('carrier state UNDELIV', [own, other], 'smpp')).toMatchObject({
    text: 'Blocked at night.',
    code: 'UNDELIV',
    by: 'recipient',
  });
  expect(explainReason('carrier state UNDELIV', [own, other], 'other').meaning).toBe('handset');
  // Without the carrier, the only text that there is.
  expect(explainReason('carrier state UNDELIV', [own, other]).text).toBe('Blocked at night.');
});

test('without the carrier, a code with two meanings is not explained', () => {
  // 40: an invalid source number at Plivo, a full memory in the GSM network.
  const both = [carrier('smpp'), carrier('plivo')];
  expect(explainReason('carrier error 40', both).meaning).toBe('unknown code');
  expect(explainReason('carrier error 40 (UNDELIV)', both).meaning).toBe('handset');
  expect(explainReason('carrier error 40', both, 'plivo').meaning).toBe('sender');
  expect(explainReason('carrier error 40', both, 'deleted').meaning).toBe('unknown code');
  expect(explainReason('carrier error 27', []).meaning).toBe('absent');
});

test('customers read nothing about the account of the service with its carrier', () => {
  const shown = (reason: string) => reasonForCustomer(explainReason(reason, [carrier('smpp')]));
  for (const reason of ['ESME_RINVPASWD', 'the link is down: smsc.example', 'a text without a table'])
    expect(shown(reason), reason).toMatchObject({ meaning: 'behind the service', code: undefined });
  expect(shown('carrier state UNDELIV')).toMatchObject({ meaning: 'handset', code: 'UNDELIV' });
});

test('every meaning is used, and reads as a sentence', () => {
  const used = new Set<MeaningName>([
    ...Object.values(smppStatuses),
    ...Object.values(providerCodes).flatMap(Object.values),
  ]);
  for (const [name, { text, advice }] of Object.entries(meanings)) {
    expect(text, name).toMatch(/^[A-Z][^.]*\.$/);
    expect(advice, name).toMatch(/^[A-Z].*\.$/);
  }
  expect(used.size).toBeGreaterThan(25);
});

test('what a receipt says is found again in its reason', () => {
  const codes = fc.stringMatching(/^[1-9][\w:.-]{0,20}$/);
  fc.assert(
    fc.property(codes, fc.constantFrom('UNDELIV', 'EXPIRED', 'DELETED', 'REJECTD'), (error, state) => {
      const reason = failureReason('failed', error, `id:1 stat:${state} err:${error} text:stat:DELIVRD`)!;
      expect(codesIn(reason).codes).toEqual([error, state]);
    }),
  );
});

test('any stored text has an explanation', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.constantFrom('smpp', ...Object.keys(providerCodes)), (reason, kind) => {
      const { text, by } = explainReason(reason, [carrier(kind)]);
      expect(text).not.toBe('');
      expect(by).toBeDefined();
    }),
  );
  expect(ownMeaning('')).toBeUndefined();
  expect(carrierKind('http+plivo://x')).toBe('plivo');
});

test.each([
  [{ '001': 'Blocked' }, undefined],
  [{ '': 'Blocked' }, 'reasonTexts: a code'],
  [{ 'a"b': 'Blocked' }, 'reasonTexts: a code'],
  [{ '001': ' ' }, 'reasonTexts: the text of 001'],
  [{ '001': 'x'.repeat(201) }, 'reasonTexts: the text of 001'],
  [{ ab: 'one', AB: 'two' }, 'reasonTexts: AB is there twice'],
])('texts %j: %s', (texts, fault) => {
  const check = () => reasonTextsOf(texts);
  if (fault === undefined) expect(check).not.toThrow();
  else expect(check).toThrow(fault);
});
