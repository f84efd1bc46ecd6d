/** A carrier that never causes a delay, as a separate process: `node chaos/quick-smsc.ts` prints its port. */
import { startSmsc } from '../tools/smsc/smsc.ts';

const smsc = await startSmsc({ receiptDelayMs: 50, session: { window: 1_000 } });
console.log(smsc.port);
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
