import { draw, type Rewriting } from './route.ts';

/** The sender override of a route. */
export type Shown = { readonly senders: readonly string[]; readonly rewrites: Rewriting };

export type Addressed = { readonly accountId: string; readonly sender: string; readonly destination: string };

/**
 * The sender that a recipient sees. From a pool it is always the same one for the same account and recipient, in every process and
 * without storing anything: the sender with the highest draw of account, recipient and sender. A number added to the pool takes its
 * share from all others, a removed one is divided among them; other recipients keep theirs.
 */
export function shownSender({ senders, rewrites }: Shown, { accountId, sender, destination }: Addressed): string {
  if (senders.length === 0 || (rewrites === 'names' && sender.startsWith('+'))) return sender;
  let [best, highest] = [sender, -1];
  for (const candidate of senders) {
    const lot = draw(`${accountId} ${destination}`, candidate);
    if (lot > highest) [best, highest] = [candidate, lot];
  }
  return best;
}
