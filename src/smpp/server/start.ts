import { Limiter } from '../../bounds/limiter.ts';
import { smppLimits } from '../../bounds/limits/smpp.ts';
import { readTls } from '../../config/tls.ts';
import type { Sending } from '../../flows/sending/send.ts';
import type { Runtime } from '../../runtime.ts';
import type { Worker } from '../../work/worker.ts';
import type { Binds } from './bind.ts';
import { BindService } from './bind-service.ts';
import { SmppListener } from './listener.ts';
import { LongMessages } from './long-messages.ts';
import { Latin1Texts } from './submit-text.ts';
import { SubmitRates } from './submits.ts';

export type SmppServer = { stop(budgetMs: number): Promise<void> };

/** The SMPP server for customers, on the ports that this process is configured for. */
export async function startSmppServer(
  runtime: Runtime,
  sending: Sending,
  worker: Worker,
  binds: Binds,
): Promise<SmppServer> {
  const { config, clock } = runtime;
  // Also without a port: incomplete messages that were submitted before are still sent.
  const long = new LongMessages(runtime, sending, worker.waiting);
  if (config.smppPort === 0 && config.smppsPort === 0) return long;
  const latin1 = new Latin1Texts(runtime);
  const submits = new Limiter({
    total: smppLimits.submits.most,
    perOwner: smppLimits.submitsOfAccount.most,
    waiting: smppLimits.waitingSubmits.most,
    waitMs: 30_000,
  });
  const requests = { runtime, sending, rates: new SubmitRates(clock), long, latin1, submits };
  const service = new BindService(worker.id, binds, requests);
  const listener = new SmppListener(service);
  if (config.smppPort !== 0) await listener.listen(config.smppHost, config.smppPort);
  if (config.smppsPort !== 0) await listener.listen(config.smppHost, config.smppsPort, readTls(config));
  return {
    async stop(budgetMs) {
      await service.stopHeartbeat();
      await listener.stop(budgetMs);
      await Promise.all([service.stop(), long.stop()]);
    },
  };
}
