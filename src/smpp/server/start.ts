import { Limiter } from '../../bounds/limiter.ts';
import { smppLimits } from '../../bounds/limits/smpp.ts';
import { readTls } from '../../config/tls.ts';
import { KeyUses, startKeyUses } from '../../flows/accounts/keys.ts';
import type { Sending } from '../../flows/sending/send.ts';
import type { Runtime } from '../../runtime.ts';
import type { Worker } from '../../work/worker.ts';
import { BindHeartbeat } from './bind-heartbeat.ts';
import { BindService } from './bind-service.ts';
import { Binds } from './binds.ts';
import { SmppListener } from './listener.ts';
import { LongMessages } from './long-messages.ts';
import { Rates } from './rates.ts';
import { Latin1Texts } from './submit-text.ts';

export type SmppServer = {
  readonly binds: Binds;
  stop(budgetMs: number): Promise<void>;
};

/** The SMPP server for customers, on the ports that this process is configured for. */
export async function startSmppServer(runtime: Runtime, sending: Sending, worker: Worker): Promise<SmppServer> {
  const { config, clock } = runtime;
  const binds = new Binds();
  // Also without a port: incomplete messages that were submitted before are still sent.
  const long = new LongMessages(runtime, sending, worker.waiting);
  long.start();
  if (config.smppPort === 0 && config.smppsPort === 0) return { binds, stop: () => long.stop() };
  const latin1 = new Latin1Texts(runtime);
  const submits = new Limiter({
    total: smppLimits.submits.most,
    perOwner: smppLimits.submitsOfAccount.most,
    waiting: smppLimits.waitingSubmits.most,
    waitMs: 30_000,
  });
  const requests = { runtime, sending, rates: new Rates(clock), long, latin1, submits };
  const service = new BindService(worker.id, binds, requests);
  const listener = new SmppListener(runtime, service);
  if (config.smppPort !== 0) await listener.listen(config.smppHost, config.smppPort);
  if (config.smppsPort !== 0) await listener.listen(config.smppHost, config.smppsPort, readTls(config));
  const uses = new KeyUses();
  const writing = startKeyUses(runtime, uses);
  const heartbeat = new BindHeartbeat(runtime, worker.id, binds, uses, latin1);
  return {
    binds,
    async stop(budgetMs) {
      await heartbeat.stop();
      await listener.stop(budgetMs);
      await service.drained();
      await Promise.all([long.stop(), writing.stop()]);
    },
  };
}
