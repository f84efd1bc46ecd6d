import { describe, expect, it } from 'vitest';
import { checkText, inGsm } from './text-check.ts';

describe('a text', () => {
  it('is counted as the service counts it', () => {
    expect(checkText('Hello', false)).toMatchObject({
      segments: 1,
      encoding: 'GSM-7',
      used: 5,
      room: 160,
      sent: undefined,
    });
    expect(checkText('a'.repeat(161), false)).toMatchObject({ segments: 2, room: 306 });
    expect(checkText('€'.repeat(80), false)).toMatchObject({ segments: 1, used: 160 });
    expect(checkText('č', true)).toMatchObject({ encoding: 'UCS-2', used: 1, room: 70 });
  });

  it('shows what is sent in its place, and what forces Unicode', () => {
    expect(checkText('Žiga', false)).toMatchObject({ encoding: 'GSM-7', sent: 'Ziga', forcing: [] });
    expect(checkText('ok 🙂', false)).toMatchObject({
      encoding: 'UCS-2',
      forcing: [{ character: '🙂', positions: [3] }],
    });
  });

  it('can be brought into the GSM alphabet with one click', () => {
    expect(inGsm('Žiga 🙂 in “Črt”')).toBe('Ziga in "Crt"');
    expect(checkText(inGsm('Žiga 🙂 in “Črt”'), false).encoding).toBe('GSM-7');
  });

  it.each([
    ['', 'empty'],
    ['a'.repeat(641), 'too long'],
  ])('is refused', (text, problem) => {
    expect(checkText(text, false).problem).toBe(problem);
  });
});
