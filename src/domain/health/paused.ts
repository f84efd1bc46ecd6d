import type { PauseKind } from '../carrier/pauses.ts';
import { type Finding, note, ok, some, span } from './finding.ts';

export type PausedFacts = { readonly kind: PauseKind; readonly name: string | null; readonly seconds: number };

/** Somebody wants it so, and may have forgotten it. */
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
    `Everything has been paused for ${span(seconds)}: no message leaves`,
    'Let them go: hermod resume all',
  );

function named(wanted: 'carrier' | 'account', all: readonly PausedFacts[]): Finding[] {
  const names = all.filter(({ kind }) => kind === wanted).map(({ name, seconds }) => `${name} (${span(seconds)})`);
  if (names.length === 0) return [];
  const what = wanted === 'carrier' ? 'carriers, messages for them wait' : 'accounts, their messages wait';
  return [note('Pauses', `Paused ${what}: ${some(names)}`, `Let them go: hermod resume ${wanted} <${wanted}>`)];
}
