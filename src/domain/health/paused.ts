import type { PauseKind } from '../carrier/pauses.ts';
import { type Finding, note, ok, say, some, span } from './finding.ts';

export type PausedFacts = { readonly kind: PauseKind; readonly name: string | null; readonly seconds: number };

/** A pause is intended, and may have been forgotten. */
export function paused(all: readonly PausedFacts[]): Finding[] {
  if (all.length === 0) return [ok('Pauses', 'Nothing is paused')];
  return [
    ...all.filter(({ kind }) => kind === 'all').map(everything),
    ...(['carrier', 'account'] as const).flatMap((kind) => named(kind, all)),
  ];
}

const everything = ({ seconds }: PausedFacts): Finding =>
  note(
    'Pauses',
    say`Everything has been paused for ${span(seconds)}: no message is sent`,
    'To resume: hermod resume all',
  );

function named(wanted: 'carrier' | 'account', all: readonly PausedFacts[]): Finding[] {
  const names = all.filter(({ kind }) => kind === wanted).map(({ name, seconds }) => `${name} (${span(seconds)})`);
  if (names.length === 0) return [];
  return wanted === 'carrier'
    ? [
        note(
          'Pauses',
          say`Paused carriers, messages for them wait: ${some(names)}`,
          'To resume: hermod resume carrier <carrier>',
        ),
      ]
    : [
        note(
          'Pauses',
          say`Paused accounts, their messages wait: ${some(names)}`,
          'To resume: hermod resume account <account>',
        ),
      ];
}
