import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatMoney } from '../money/money.ts';
import { isUuid, uuidAt, uuidTime } from '../uuid.ts';
import { statuses } from './message.ts';
import { deliveryReport, hasReportId, reportId, senderStatusPayload } from './payloads.ts';

const messageId = '01900000-0000-7000-8000-000000000001';

test('a report without a price has exactly three fields', () => {
  expect(deliveryReport({ messageId, status: 'DELIVERED', segments: 2, price: undefined })).toBe(
    `{"messageId":"${messageId}","status":"DELIVERED","segments":2}`,
  );
});

test('the price is a number with the digits of the ledger, also where a float would lose some', () => {
  const report = (price: bigint) => deliveryReport({ messageId, status: 'SENT', segments: 1, price });
  expect(report(20_000n)).toContain(',"price":0.02}');
  expect(report(0n)).toContain(',"price":0}');
  expect(report(1n)).toContain(',"price":0.000001}');
  expect(report(99_999_999_999_999_999_999n)).toContain(',"price":99999999999999.999999}');
});

test('a sender status event has the fields of the interface, with its time in UTC', () => {
  const occurredAt = new Date('2026-11-15T13:00:00.120+01:00');
  const event = { eventId: 'e', senderId: 's', previousStatus: 'Confirmation Pending', status: 'Confirmed' } as const;
  expect(senderStatusPayload({ ...event, occurredAt })).toBe(
    '{"eventId":"e","senderId":"s","previousStatus":"Confirmation Pending","status":"Confirmed","occurredAt":"2026-11-15T12:00:00.120Z"}',
  );
});

test('whatever the values, it is JSON that says them', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...statuses),
      fc.integer({ min: 1, max: 20 }),
      fc.option(fc.bigInt({ min: 0n, max: 10n ** 12n }), { nil: undefined }),
      fc.option(fc.string({ unit: 'grapheme' }), { nil: undefined }),
      (status, segments, price, reference) => {
        const read = JSON.parse(deliveryReport({ messageId, status, segments, price, reference })) as object;
        expect(read).toEqual({
          ...{ messageId, status, segments },
          ...(price !== undefined && { price: Number(formatMoney(price)) }),
          ...(reference !== undefined && { reference }),
        });
      },
    ),
  );
});

const uuids = fc.uuid({ version: 7 });

test('a report has an id of its own, of the time of its message, the same each time', () => {
  fc.assert(
    fc.property(uuids, (id) => {
      const ids = [reportId(id, 'SENT'), reportId(id, 'DELIVERED')];
      expect(new Set([id, ...ids]).size).toBe(3);
      for (const report of ids) {
        expect(isUuid(report)).toBe(true);
        expect(report[14]).toBe('8');
        expect(uuidTime(report)).toBe(uuidTime(id));
      }
      expect(ids).toEqual([reportId(id, 'SENT'), reportId(id, 'DELIVERED')]);
    }),
  );
});

test('two messages never share one', () => {
  fc.assert(
    fc.property(fc.uniqueArray(uuids, { minLength: 2, maxLength: 20 }), (ids) => {
      const reports = ids.flatMap((id) => [reportId(id, 'SENT'), reportId(id, 'DELIVERED')]);
      expect(new Set(reports).size).toBe(reports.length);
    }),
  );
});

test('only a message of the last day gives its reports their ids', () => {
  const day = 86_400_000;
  expect(hasReportId(uuidAt(10 * day), 10 * day + 1)).toBe(true);
  expect(hasReportId(uuidAt(10 * day), 11 * day)).toBe(false);
});
