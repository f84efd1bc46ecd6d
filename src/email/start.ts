import { startKeyUses } from '../flows/accounts/keys.ts';
import type { Sending } from '../flows/sending/send.ts';
import type { Runtime } from '../runtime.ts';
import type { WorkPoll } from '../work/work-poll.ts';
import { openTransport, Relay } from './answer/relay.ts';
import { Intake } from './intake.ts';
import type { MailReader } from './read/reader.ts';
import { PeerLimits } from './receive/peer-limits.ts';

export type Email = { stop(budgetMs: number): Promise<void> };

/** Starts SMTP, IMAP and the relay, as far as they are configured. */
export async function startEmail(
  runtime: Runtime,
  databaseUrl: string,
  sending: Sending,
  reader: MailReader,
  waiting: WorkPoll,
): Promise<Email> {
  const { config } = runtime;
  const intake = new Intake(runtime, sending, reader);
  // Libraries are loaded only if they are needed: together they take 20 MB, and a third of a second to load.
  const transport = config.mailRelayUrl === undefined ? undefined : await openTransport(config.mailRelayUrl);
  const relay = new Relay(runtime, transport, waiting);
  const smtp =
    config.smtpPort === 0
      ? undefined
      : new (await import('./receive/smtp-listener.ts')).SmtpListener(runtime, new PeerLimits(runtime), (mail) =>
          intake.take(mail),
        );
  await smtp?.listen();
  const imap =
    config.imapUrl === undefined
      ? undefined
      : (await import('./receive/imap-reader.ts')).startImap(runtime, databaseUrl, config.imapUrl, (mail) =>
          intake.take(mail),
        );
  relay.start();
  const uses = startKeyUses(runtime, intake.uses);
  return {
    async stop(budgetMs) {
      await Promise.all([smtp?.stop(budgetMs), imap?.stop()]);
      await Promise.all([relay.stop(budgetMs), uses.stop()]);
    },
  };
}
