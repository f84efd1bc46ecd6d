/**
 * The carrier, as a separate process: our SMSC, which records every submit. `node chaos/smsc.ts <journal> <seed>` prints its
 * port. A few submits are refused temporarily, so that retries are part of every run.
 */

import type { Pdu } from '../src/smpp/protocol/pdu.ts';
import { userData } from '../src/smpp/protocol/text.ts';
import type { SmscAnswer } from '../tools/smsc/options.ts';
import { startSmsc } from '../tools/smsc/smsc.ts';
import { type CarrierLine, openJournal } from './journal.ts';
import { seeded } from './random.ts';
import { readText } from './texts.ts';

const [file = '', seed = '0'] = process.argv.slice(2);
const journal = openJournal<CarrierLine>(file);
const random = seeded(Number(seed), 'smsc');
const passing = { ESME_RTHROTTLED: 1, ESME_RMSGQFUL: 2, ESME_RSYSERR: 1 } as const;
const passingShare = 0.01;

function onSubmit(pdu: Pdu<'submit_sm' | 'data_sm'>): SmscAnswer {
  const { body, concatenation } = userData(pdu);
  const { token = '?', fate = 'D' } = readText(body.toString('latin1')) ?? {};
  const verdict = decide(fate, concatenation === undefined);
  journal.write({
    at: Date.now(),
    token,
    destination: `+${pdu.destination_addr}`,
    part: concatenation?.part ?? 1,
    status: verdict.status ?? 'ESME_ROK',
  });
  return verdict;
}

/** A long message is never put off half way: that it is then sent again as a whole is right, and would look like a duplicate. */
function decide(fate: string, isShort: boolean): SmscAnswer {
  if (isShort && random.chance(passingShare)) return { status: random.weighted(passing) };
  if (fate === 'R') return { status: 'ESME_RINVDSTADR' };
  return { status: 'ESME_ROK', state: fate === 'F' ? 'UNDELIVERABLE' : 'DELIVERED' };
}

// Slow enough that a kill always finds submits that wait for their answer.
const smsc = await startSmsc({ onSubmit, answerDelayMs: 20, receiptDelayMs: 150, session: { window: 200 } });
console.log(smsc.port);
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
