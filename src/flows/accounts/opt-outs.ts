import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, Queryable, Transaction } from '../../database/db.ts';
import type { Actor } from '../../domain/access/actor.ts';
import type { OptOutEntry } from '../../domain/optout/numbers-csv.ts';
import type { OptOutSettings } from '../../domain/optout/settings.ts';
import { type AuditEntry, insertAudit } from '../../store/account/audit.ts';
import { lockFunds } from '../../store/message/accept.ts';
import { addOptOuts, type OptOutSource, removeById } from '../../store/optout/opt-outs.ts';
import { loadSettings, saveSettings } from '../../store/optout/settings.ts';

/** Who changes the list of an account; operators are recorded in the audit trail. */
export type Changer = { readonly accountId: string; readonly actor?: Actor | undefined };

/** Entries of one transaction. It blocks sends of the account, so a long list is added in sets of a few milliseconds each. */
const entriesPerSet = 1_000;
/** The pause between two sets, as a multiple of the duration of the last one, leaves the database to other work. */
const restShare = 3;
/** A set that took long has mostly waited for the account's lock, so the pause is bounded. */
const longestRestMs = 500;

/** Adds numbers; undefined if the account does not exist. After a crash the first sets are stored, and a repetition adds the rest. */
export async function addNumbers(
  db: Db,
  changer: Changer,
  entries: readonly OptOutEntry[],
  source: OptOutSource,
): Promise<{ readonly added: number; readonly known: number } | undefined> {
  const { accountId } = changer;
  let added = 0;
  for (let start = 0; start < entries.length; start += entriesPerSet) {
    const set = entries.slice(start, start + entriesPerSet).map((entry) => ({ accountId, ...entry }));
    const began = performance.now();
    const count = await changing(db, changer, async (tx) => {
      const { length } = await addOptOuts(tx, set, source);
      return { result: length, entry: { action: 'optout add', details: { source, added: length } } };
    });
    if (count === undefined) return undefined;
    added += count;
    if (start + entriesPerSet < entries.length)
      await sleep(Math.min(longestRestMs, restShare * (performance.now() - began)));
  }
  return { added, known: entries.length - added };
}

/** False if the entry does not exist. */
export async function removeEntry(db: Db, changer: Changer, id: string): Promise<boolean> {
  const removed = await changing(db, changer, async (tx) => {
    const result = await removeById(tx, changer.accountId, id);
    return { result, entry: result ? { action: 'optout remove', subjectId: id } : undefined };
  });
  return removed ?? false;
}

export async function settingsOf(db: Queryable, accountId: string): Promise<OptOutSettings> {
  return (await loadSettings(db, [accountId])).get(accountId)!;
}

/** Applies `change` with the account locked, so that concurrent changes are not lost. Undefined if the account does not exist. */
export async function changeSettings(
  db: Db,
  changer: Changer,
  change: (now: OptOutSettings) => OptOutSettings,
): Promise<OptOutSettings | undefined> {
  return changing(db, changer, async (tx) => {
    const { accountId } = changer;
    const settings = change(await settingsOf(tx, accountId));
    await saveSettings(tx, accountId, settings);
    const { enabled, scope, languages, replaces } = settings;
    const details = { enabled, scope, languages, replaces };
    return { result: settings, entry: { action: 'optout settings', details } };
  });
}

type Done<T> = { readonly result: T; readonly entry: AuditEntry | undefined };

/** Locks the account first, since the work references its row and increments its version. */
function changing<T>(db: Db, { accountId, actor }: Changer, work: (tx: Transaction) => Promise<Done<T>>) {
  return db.transaction(async (tx): Promise<T | undefined> => {
    if ((await lockFunds(tx, [accountId])).size === 0) return undefined;
    const { result, entry } = await work(tx);
    if (actor !== undefined && entry !== undefined) await insertAudit(tx, actor, { ...entry, accountId });
    return result;
  });
}
