import { type Finding, many, note, ok, say, some } from './finding.ts';

export type BlockFacts = { readonly scope: string; readonly account: string };

/** Either an attack was stopped or codes do not arrive: the operator has to decide. */
export function verification(blocks: readonly BlockFacts[]): Finding[] {
  if (blocks.length === 0) return [ok('Verification', 'No destination is blocked')];
  const places = some(blocks.map(({ scope, account }) => `${scope} (${account})`));
  return [
    note(
      'Verification',
      say`Too few codes were confirmed, so no codes are sent in ${many(blocks.length, 'place')}: ${places}`,
      'If this is not an attack, check whether codes arrive, then run hermod verify lift; hermod verify blocks lists them',
    ),
  ];
}
