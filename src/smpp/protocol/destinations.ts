import type { Destination } from './commands.ts';
import { recoverable } from './pdu-error.ts';

/** Longer than the specification allows, and short enough that nobody is hurt. */
const LONGEST = 66;

/** Where the recipients of submit_multi end that begin at `start`, with the octet that counts them. */
export function destinationsEnd(frame: Buffer, start: number): number {
  let at = start + 1;
  for (let left = frame[start]!; left > 0; left--) at = end(frame, at);
  return at;
}

function end(frame: Buffer, at: number): number {
  const flag = frame[at];
  if (flag !== 1 && flag !== 2)
    throw recoverable('ESME_RINVDESTFLAG', `a destination has the flag ${flag}, not 1 or 2`);
  const text = at + (flag === 1 ? 3 : 1);
  const nul = frame.indexOf(0, text);
  if (nul < text) throw recoverable('ESME_RINVMSGLEN', 'a destination runs over the end');
  if (nul - text >= LONGEST) throw recoverable('ESME_RINVPARLEN', `a destination is longer than ${LONGEST - 1} octets`);
  return nul + 1;
}

/** To be called for what `destinationsEnd` has found sound. */
export function readDestinations(frame: Buffer, start: number): Destination[] {
  const found: Destination[] = [];
  let at = start + 1;
  for (let left = frame[start]!; left > 0; left--) {
    const next = end(frame, at);
    const text = (from: number) => frame.toString('latin1', from, next - 1);
    if (frame[at] === 2) found.push({ flag: 2, name: text(at + 1) });
    else found.push({ flag: 1, ton: frame[at + 1]!, npi: frame[at + 2]!, address: text(at + 3) });
    at = next;
  }
  return found;
}
