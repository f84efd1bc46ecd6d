import { type Finding, many, note, ok, say, some } from './finding.ts';

export type BlockFacts = { readonly scope: string; readonly account: string };

/** Either an attack was stopped or codes do not arrive: the operator has to decide. */
export function verification(blocks: readonly BlockFacts[]): Finding[] {
  if (blocks.length === 0) return [ok('Verification', 'Verification codes are sent everywhere')];
  const places = some(blocks.map(({ scope, account }) => `${scope} (${account})`));
  return [
    note(
      'Verification',
      say`Hardly any code was confirmed, and none are sent for now, in ${many(blocks.length, 'place')}: ${places}`,
      'If it is no attack, see whether codes arrive, then hermod verify lift; hermod verify blocks lists them',
    ),
  ];
}
