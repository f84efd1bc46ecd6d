import { KeyUses, startKeyUses } from '../../flows/key-uses.ts';
import type { Sending } from '../../flows/send.ts';
import { readTls } from '../../pem.ts';
import type { Runtime } from '../../runtime.ts';
import type { Worker } from '../../work/worker.ts';
import { Upkeep } from './bind-heartbeat.ts';
import { Desk } from './bind-service.ts';
import { Binds } from './binds.ts';
import { Latin1Texts } from './latin1-texts.ts';
import { SmppListener } from './listener.ts';
import { LongMessages } from './long-messages.ts';
import { Inquiries } from './query-cancel-replace.ts';
import { Rates } from './rates.ts';
import { Submits } from './submits.ts';

export type Smsc = {
  readonly binds: Binds;
  stop(budgetMs: number): Promise<void>;
};

/** The customers that bind to us by SMPP, as far as this process is set up for them. */
export async function startSmsc(runtime: Runtime, sending: Sending, worker: Worker): Promise<Smsc> {
  const { config, clock } = runtime;
  const binds = new Binds();
  // Parts are sent as they are where their time has passed, also if nobody listens any more.
  const long = new LongMessages(runtime, sending, worker.waiting);
  long.start();
  if (config.smppPort === 0 && config.smppsPort === 0) return { binds, stop: () => long.stop() };
  const rates = new Rates(clock);
  const latin1 = new Latin1Texts(runtime);
  const submits = new Submits(runtime, sending, { long, rates, latin1 });
  const inquiries = new Inquiries(runtime, sending, latin1);
  const desk = new Desk(runtime, worker.id, { binds, submits, inquiries, rates });
  const listener = new SmppListener(runtime, desk);
  if (config.smppPort !== 0) await listener.listen(config.smppHost, config.smppPort);
  if (config.smppsPort !== 0) await listener.listen(config.smppHost, config.smppsPort, readTls(config));
  const uses = new KeyUses();
  const writing = startKeyUses(runtime, uses);
  const upkeep = new Upkeep(runtime, worker.id, { binds, uses, latin1 });
  return {
    binds,
    async stop(budgetMs) {
      await upkeep.stop();
      await listener.stop(budgetMs);
      await desk.left();
      await Promise.all([long.stop(), writing.stop()]);
    },
  };
}
