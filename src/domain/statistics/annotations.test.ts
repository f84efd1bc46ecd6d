import { expect, test } from 'vitest';
import { type PauseEntry, pausesIn } from './annotations.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 16, 12, minute));
const entry = (minute: number, action: string, subjectId: string | null = null): PauseEntry => ({
  action,
  at: at(minute),
  actor: `actor ${minute}`,
  subjectId,
  name: subjectId && `name of ${subjectId}`,
});

test('a pause ends with the resume of the same subject', () => {
  const entries = [
    entry(1, 'carrier pause', 'a'),
    entry(2, 'carrier pause', 'b'),
    entry(3, 'carrier resume', 'a'),
    entry(4, 'everything pause'),
    entry(5, 'carrier pause', 'a'),
  ];
  expect(pausesIn(entries, at(0))).toEqual([
    { kind: 'pause', subject: 'carrier', subjectId: 'a', name: 'name of a', by: 'actor 1', at: at(1), until: at(3) },
    { kind: 'pause', subject: 'carrier', subjectId: 'b', name: 'name of b', by: 'actor 2', at: at(2) },
    { kind: 'pause', subject: 'all', by: 'actor 4', at: at(4) },
    { kind: 'pause', subject: 'carrier', subjectId: 'a', name: 'name of a', by: 'actor 5', at: at(5) },
  ]);
});

test('a pause that began before the range lasts from its start', () => {
  expect(pausesIn([entry(7, 'account resume', 'c')], at(0))).toMatchObject([
    { subject: 'account', subjectId: 'c', at: at(0), until: at(7) },
  ]);
});
