import { type Alphabet, readText } from '../text/alphabet.ts';

/** What the parts of one long message have in common: the two addresses, the reference number and the number of parts. */
export type InboundGroup = {
  readonly carrierId: string;
  readonly sender: string;
  readonly recipient: string;
  readonly reference: number;
  readonly total: number;
};

export type Piece = { readonly alphabet: string; readonly octets: Buffer };
export type GroupPart = InboundGroup & Piece & { readonly part: number };

/** Addresses can contain any character except this separator. */
export const inboundGroupKey = ({ carrierId, sender, recipient, reference, total }: InboundGroup): string =>
  [carrierId, reference, total, sender, recipient].join('\n');

/** At most this many messages with the same reference are joined at the same time; beyond it, the newest parts are used. */
const mostRounds = 4;

/**
 * Divides parts into sets in which each part number occurs once. A repeated part is ignored; a different one with the same number
 * belongs to a newer message, which is joined after the older one.
 */
export function rounds<P extends GroupPart>(parts: readonly P[]): P[][] {
  const sets: Map<string, P>[] = [];
  for (const part of parts) {
    const place = `${inboundGroupKey(part)}\n${part.part}`;
    const round = sets.findIndex((set) => !set.has(place) || isSame(set.get(place)!, part));
    if (round < 0 && sets.length < mostRounds) sets.push(new Map([[place, part]]));
    else sets.at(round)!.set(place, part);
  }
  return sets.map((set) => [...set.values()]);
}

const isSame = (one: Piece, other: Piece): boolean =>
  one.alphabet === other.alphabet && one.octets.equals(other.octets);

/** The octets of one alphabet are joined before decoding, because phones split characters between parts. */
export function joinedText([first, ...rest]: readonly Piece[]): string {
  let { alphabet, octets } = first!;
  let run = [octets];
  let text = '';
  for (const part of rest) {
    if (part.alphabet !== alphabet) {
      text += read(alphabet, Buffer.concat(run));
      run = [];
    }
    ({ alphabet, octets } = part);
    run.push(octets);
  }
  return text + read(alphabet, Buffer.concat(run));
}

const read = (alphabet: string, octets: Buffer): string =>
  readText(octets, alphabet as Alphabet) ?? octets.toString('hex');
