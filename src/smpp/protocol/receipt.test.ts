import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  MESSAGE_STATES,
  readNetworkError,
  readReceiptText,
  receiptText,
  receiptTlvs,
  stateNamed,
  stateNumber,
} from './receipt.ts';

const dates = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
const receipts = fc.record({
  messageId: fc.stringMatching(/^[0-9A-Za-z_-]{1,64}$/),
  state: fc.constantFrom(...MESSAGE_STATES),
  submittedAt: dates,
  doneAt: dates,
  error: fc.option(fc.integer({ min: 0, max: 100_000 }), { nil: undefined }),
  text: fc.constantFrom('Hello', 'id:7 stat:UNDELIV err:9', ''),
});

it('writes the text of appendix B', () => {
  const receipt = {
    messageId: '1f',
    state: 'UNDELIVERABLE',
    submittedAt: new Date('2026-11-16T12:34:56Z'),
    doneAt: new Date('2026-11-16T12:36:00Z'),
    error: 34,
    text: 'Hello',
  } as const;
  expect(receiptText(receipt)).toBe(
    'id:1f sub:001 dlvrd:000 submit date:2611161234 done date:2611161236 stat:UNDELIV err:034 text:Hello',
  );
  expect(receiptTlvs(receipt)).toEqual({
    receipted_message_id: '1f',
    message_state: 5,
    network_error_code: Buffer.from([3, 0, 34]),
  });
});

it('reads the text that it writes, whatever the message says', () => {
  fc.assert(
    fc.property(receipts, (receipt) => {
      const fields = readReceiptText(receiptText(receipt));
      expect(fields).toMatchObject({ id: receipt.messageId, sub: '001' });
      expect(stateNamed(fields.stat)).toBe(receipt.state);
      expect(fields.doneDate).toBe(receipt.doneAt.toISOString().replace(/\D/g, '').slice(2, 12));
      expect(Number(fields.err)).toBe((receipt.error ?? 0) <= 999 ? (receipt.error ?? 0) : 0);
    }),
  );
});

it('reads the parameters that it writes', () => {
  fc.assert(
    fc.property(receipts, (receipt) => {
      const { message_state, network_error_code } = receiptTlvs(receipt);
      expect(MESSAGE_STATES[message_state!]).toBe(receipt.state);
      const { error } = receipt;
      expect(readNetworkError(network_error_code)).toBe(
        error === undefined || error > 0xffff ? undefined : `3:${error}`,
      );
    }),
  );
});

it.each(MESSAGE_STATES)('knows %s by its number', (state) => {
  expect(stateNamed(String(stateNumber(state)))).toBe(state);
});

it.each(['', 'SOMETHING', undefined])('does not know the state %j', (stat) => expect(stateNamed(stat)).toBeUndefined());
