import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attemptText, failureTexts } from './failure.ts';

test.each([
  [{ status: 200 }, undefined],
  [{ status: 204, error: null }, undefined],
  [{}, undefined],
  [{ status: 200, error: 'answered without an id' }, /something else/],
  [{ status: 302, error: 'answered with status 302; redirects are not followed' }, /redirects/],
  [{ status: 404, error: 'answered with status 404' }, /path does not exist/],
  [{ status: 418, error: 'answered with status 418' }, /refused the request/],
  [{ status: 500, error: 'answered with status 500' }, /program behind the endpoint failed/],
  [{ status: 503, error: 'answered with status 503' }, /could not reach it/],
  [{ error: 'connection refused' }, /No program accepts/],
  [{ error: 'the name shop.example does not exist' }, /does not exist/],
  [{ error: 'no answer within 15 s' }, /too slow/],
  [{ error: 'the certificate has expired' }, /expired/],
  [{ status: 0x58, error: 'ESME_RTHROTTLED' }, /SMPP bind/],
  [{ error: 'no bind' }, /next bind/],
  [{ error: 'the request failed (EWHATEVER)' }, /could not be delivered/],
])('%j', (result, text) => {
  if (text === undefined) expect(attemptText(result)).toBeUndefined();
  else expect(attemptText(result)).toMatch(text);
});

test('every failure has one of the texts', () => {
  const results = fc.record({
    status: fc.option(fc.integer({ min: 0, max: 599 })),
    error: fc.string({ minLength: 1 }),
  });
  fc.assert(
    fc.property(results, (result) => {
      const isTaken = result.status !== null && result.status >= 200 && result.status < 300;
      expect(failureTexts).toContain(attemptText(isTaken ? { error: result.error } : result));
    }),
  );
});
