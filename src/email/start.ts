import { startKeyUses } from '../flows/key-uses.ts';
import type { Sending } from '../flows/send.ts';
import type { Runtime } from '../runtime.ts';
import { Intake } from './intake.ts';
import { Peers } from './peers.ts';
import type { MailReader } from './reader.ts';
import { Relay } from './relay.ts';
import { SmtpListener } from './smtp.ts';

export type Email = { stop(budgetMs: number): Promise<void> };

/** The ways in and the way out of e-mail, as far as this process is set up for them. */
export async function startEmail(
  runtime: Runtime,
  databaseUrl: string,
  sending: Sending,
  reader: MailReader,
): Promise<Email> {
  const { config } = runtime;
  const intake = new Intake(runtime, sending, reader);
  const relay = new Relay(runtime);
  const smtp =
    config.smtpPort === 0 ? undefined : new SmtpListener(runtime, new Peers(runtime), (mail) => intake.take(mail));
  await smtp?.listen();
  // Loaded only where there is a mailbox: the library takes 7 MB.
  const imap =
    config.imapUrl === undefined
      ? undefined
      : (await import('./imap.ts')).startImap(runtime, databaseUrl, config.imapUrl, (mail) => intake.take(mail));
  relay.start();
  const uses = startKeyUses(runtime, intake.uses);
  return {
    async stop(budgetMs) {
      await Promise.all([smtp?.stop(budgetMs), imap?.stop()]);
      await Promise.all([relay.stop(budgetMs), uses.stop()]);
    },
  };
}
