import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, Transaction } from '../database/db.ts';
import type { Actor } from '../domain/access/actor.ts';
import type { Entry } from '../domain/optout/numbers-csv.ts';
import type { OptOutSettings } from '../domain/optout/settings.ts';
import { insertAudit } from '../store/account/audit.ts';
import { lockFunds } from '../store/message/accept.ts';
import { addOptOuts, type OptOutSource, removeById } from '../store/optout/opt-outs.ts';
import { loadSettings, saveSettings } from '../store/optout/settings.ts';

/** Who changes the list of an account; an operator is written down. */
export type Changer = { readonly accountId: string; readonly actor?: Actor | undefined };

export type Added = { readonly added: number; readonly known: number };

/** In one transaction. While it runs nothing is accepted for the account, so a long list goes in pieces of some milliseconds each. */
const entriesPerSet = 1_000;
/** Between two of them it rests for some times as long as the last one took: the database is for others, too. */
const restShare = 3;
/** Most of a long time it has waited for the account, and not worked. */
const longestRestMs = 500;

/**
 * Adds numbers, or undefined if there is no such account. Whoever crashes on the way has added the first of them; to do it again
 * adds the rest.
 */
export async function addNumbers(
  db: Db,
  changer: Changer,
  entries: readonly Entry[],
  source: OptOutSource,
): Promise<Added | undefined> {
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

/** Whether there was such an entry. */
export async function removeEntry(db: Db, changer: Changer, id: string): Promise<boolean> {
  const removed = await changing(db, changer, async (tx) => {
    const result = await removeById(tx, changer.accountId, id);
    return { result, entry: result ? { action: 'optout remove', subjectId: id, details: {} } : undefined };
  });
  return removed ?? false;
}

export async function settingsOf(db: Db, accountId: string): Promise<OptOutSettings> {
  return (await loadSettings(db, [accountId])).get(accountId)!;
}

/** From what they are now, with the account locked: of two changes at once, none is lost. Undefined if there is no such account. */
export async function changeSettings(
  db: Db,
  changer: Changer,
  change: (now: OptOutSettings) => OptOutSettings,
): Promise<OptOutSettings | undefined> {
  return changing(db, changer, async (tx) => {
    const { accountId } = changer;
    const settings = change((await loadSettings(tx, [accountId])).get(accountId)!);
    await saveSettings(tx, accountId, settings);
    const { enabled, scope, languages, replaces } = settings;
    return {
      result: settings,
      entry: { action: 'optout settings', details: { enabled, scope, languages, replaces } },
    };
  });
}

type Done<T> = {
  readonly result: T;
  readonly entry: { readonly action: string; readonly subjectId?: string; readonly details: object } | undefined;
};

/** With the account locked first: its row is referred to, and its version is counted up. */
function changing<T>(db: Db, { accountId, actor }: Changer, work: (tx: Transaction) => Promise<Done<T>>) {
  return db.transaction(async (tx): Promise<T | undefined> => {
    if ((await lockFunds(tx, [accountId])).size === 0) return undefined;
    const { result, entry } = await work(tx);
    if (actor !== undefined && entry !== undefined) await insertAudit(tx, actor, { ...entry, accountId });
    return result;
  });
}
