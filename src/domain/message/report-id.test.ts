import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isUuid, uuidAt, uuidTime } from '../uuid.ts';
import { hasReportId, reportId } from './report-id.ts';

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
