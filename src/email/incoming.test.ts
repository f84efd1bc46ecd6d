import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MailBuffer, MailMemory, shared } from './incoming.ts';

test('a mail in pieces is the mail, however it came, cut or not, in memory that was used before', () => {
  const chunk = fc.nat(200_000);
  const mails = fc.array(fc.array(chunk, { maxLength: 5 }), { minLength: 1, maxLength: 4 });
  const memory = new MailMemory();
  fc.assert(
    fc.property(mails, fc.nat(300_000), (lengths, most) => {
      for (const [index, chunks] of lengths.entries()) {
        const given = chunks.map((length, at) => Buffer.alloc(length, `${index}${at}abcdefg`));
        const mail = new MailBuffer(memory);
        for (const bytes of given) mail.add(bytes);
        const whole = Buffer.concat(given);
        expect(mail.size).toBe(whole.length);
        expect(Buffer.concat(mail.pieces).equals(whole)).toBe(true);
        mail.cut(most);
        expect(Buffer.concat(mail.pieces).equals(whole.subarray(0, most))).toBe(true);
        mail.cut(0);
        expect(mail.pieces).toEqual([]);
      }
    }),
    { numRuns: 50 },
  );
});

test('memory is seen by other threads, and copied only if it is not', () => {
  const mail = new MailBuffer(new MailMemory());
  mail.add(Buffer.from('abc'));
  const [piece] = mail.pieces;
  expect(shared(piece!)).toBe(piece);
  const copy = shared(Buffer.from('abc'));
  expect(copy.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect([...copy]).toEqual([...Buffer.from('abc')]);
});
