import { startKeyUses } from '../flows/accounts/keys.ts';
import type { Sending } from '../flows/sending/send.ts';
import type { Runtime } from '../runtime.ts';
import type { WorkPoll } from '../work/loop.ts';
import { openTransport, Relay } from './answer/relay.ts';
import type { IncomingMail } from './incoming.ts';
import { MailIntake } from './intake.ts';
import type { MailReader } from './read/threads.ts';
import { PeerLimits } from './receive/peer-limits.ts';

/** Starts SMTP, IMAP and the relay, as far as they are configured. */
export async function startEmail(
  runtime: Runtime,
  databaseUrl: string,
  sending: Sending,
  reader: MailReader,
  waiting: WorkPoll,
): Promise<{ stop(budgetMs: number): Promise<void> }> {
  const { config } = runtime;
  const intake = new MailIntake(runtime, sending, reader);
  const take = (mail: IncomingMail) => intake.take(mail);
  // Libraries are loaded only if they are needed: together they take 20 MB, and a third of a second to load.
  const transport = config.mailRelayUrl === undefined ? undefined : await openTransport(config.mailRelayUrl);
  const relay = new Relay(runtime, transport, waiting);
  const smtp =
    config.smtpPort === 0
      ? undefined
      : new (await import('./receive/smtp-listener.ts')).SmtpListener(runtime, new PeerLimits(runtime), take);
  await smtp?.listen();
  const imap =
    config.imapUrl === undefined
      ? undefined
      : new (await import('./receive/imap-reader.ts')).MailboxReader(runtime, databaseUrl, config.imapUrl, take);
  relay.start();
  const uses = startKeyUses(runtime, intake.uses);
  return {
    async stop(budgetMs) {
      await Promise.all([smtp?.stop(budgetMs), imap?.stop()]);
      await Promise.all([relay.stop(budgetMs), uses.stop()]);
    },
  };
}
