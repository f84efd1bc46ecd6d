import { legible } from './cell.ts';
import type { Screen } from './layout.ts';

export type Finding = {
  readonly name: string;
  readonly verdict: 'ok' | 'note' | 'problem';
  readonly text: string;
  readonly advice?: string | undefined;
};

const marks = { ok: '✓', note: '!', problem: '✗' };
const tones = { ok: 'good', note: 'waiting', problem: 'bad' } as const;

/** One line per finding: mark, check, text, and after an arrow the advice. */
export function findingLines(findings: readonly Finding[], screen: Screen | undefined): string[] {
  const width = Math.max(0, ...findings.map(({ name }) => name.length));
  return findings.map(({ name, verdict, text, advice }) => {
    const mark = screen === undefined ? marks[verdict] : screen.paint(marks[verdict], tones[verdict]);
    const said = advice === undefined ? text : `${text} → ${advice}`;
    return `${mark} ${name.padEnd(width)}  ${legible(said)}`;
  });
}
