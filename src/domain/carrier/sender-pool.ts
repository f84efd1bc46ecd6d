import { draw, type Rewriting } from './route.ts';

/** What a route shows in place of the sender of a message. */
export type Shown = { readonly senders: readonly string[]; readonly rewrites: Rewriting };

export type Addressed = { readonly accountId: string; readonly sender: string; readonly destination: string };

/**
 * The sender that a recipient sees. Of a pool, always the same one for the same recipient of an account, in every process and without
 * anything being stored: the highest draw of account, recipient and number. A number that joins the pool takes its share from all the
 * others, and one that leaves gives its own to them; everybody else keeps theirs.
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
