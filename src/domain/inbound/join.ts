import { type Alphabet, readText } from '../text/alphabet.ts';

/** Between whom, and under which number, the parts of one long message come. */
export type InboundGroup = {
  readonly carrierId: string;
  readonly sender: string;
  readonly recipient: string;
  readonly reference: number;
  readonly total: number;
};

export type Piece = { readonly alphabet: string; readonly octets: Buffer };
export type GroupPart = InboundGroup & Piece & { readonly part: number };

/** Addresses may hold anything but this. */
export const groupKey = ({ carrierId, sender, recipient, reference, total }: InboundGroup): string =>
  [carrierId, reference, total, sender, recipient].join('\n');

/** So many messages under one number may come at the same moment; of more, the newest parts count. */
const mostRounds = 4;

/**
 * Parts that came together, in sets in which each place of a message is taken once. The same part again is the same part; if it
 * differs, it belongs to a newer message, which is put together after the older one.
 */
export function rounds<P extends GroupPart>(parts: readonly P[]): P[][] {
  const sets: Map<string, P>[] = [];
  for (const part of parts) {
    const place = `${groupKey(part)}\n${part.part}`;
    const round = sets.findIndex((set) => !set.has(place) || isSame(set.get(place)!, part));
    if (round < 0 && sets.length < mostRounds) sets.push(new Map([[place, part]]));
    else sets.at(round)!.set(place, part);
  }
  return sets.map((set) => [...set.values()]);
}

const isSame = (one: Piece, other: Piece): boolean =>
  one.alphabet === other.alphabet && one.octets.equals(other.octets);

/** The octets of one alphabet are joined before they are read: phones cut through the middle of characters. */
export function textOf([first, ...rest]: readonly Piece[]): string {
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
