import { randomUUID } from 'node:crypto';
import { newId } from '../../base/ids.ts';
import type { Db, Queryable } from '../../database/db.ts';
import { keyHash, keyPrefix } from '../../domain/access/key.ts';
import { insertAccount } from '../../store/account/account-details.ts';
import { insertKey } from '../../store/account/key-details.ts';
import { insertTopUp } from '../../store/account/ledger-entries.ts';
import { assignPriceList, insertPriceList } from '../../store/account/price-lists.ts';
import { lockFunds } from '../../store/message/accept.ts';
import { insertSenders } from '../../store/sender/senders.ts';
import { findSmppCredentials, insertCredential } from '../../store/smpp/credentials.ts';
import { smppPasswords } from '../smpp/credentials.ts';

/** Fixed, so that the account is created once over all starts and nodes. */
export const demoAccountId = '01900000-0000-7000-8000-00000000de30';
export const demoSenders = ['Hermod', '+38640111222'] as const;

const europeanUnion = 'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(' ');
const countries = [...europeanUnion, ...'GB CH RS BA US CA'.split(' ')];

/**
 * Creates the demo account. Returns its API key if this call created it, the only time it is known. A given key is added to an existing
 * account, so that scripts can rely on it.
 */
export async function ensureDemo(db: Db, givenKey: string | undefined): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    const account = { id: demoAccountId, name: 'Demo', currency: 'EUR', contactEmail: 'demo@localhost' };
    const created = await insertAccount(tx, account);
    await lockFunds(tx, [demoAccountId]);
    if (created) await equip(tx);
    const key = givenKey ?? (created ? randomUUID() : undefined);
    if (key === undefined) return undefined;
    const stored = { id: newId(), accountId: demoAccountId, hash: keyHash(key), prefix: keyPrefix(key) };
    return (await insertKey(tx, stored)) ? key : undefined;
  });
}

export const demoSystemId = 'demo';

const isPassword = async (password: string, stored: readonly string[]): Promise<boolean> =>
  (await smppPasswords.matching(password, stored, 'demo', true)) !== undefined;

/** Lets the demo account bind with this password; false if its credentials were changed or revoked. */
export async function ensureDemoSmpp(db: Db, password: string): Promise<{ isNew: boolean; isLive: boolean }> {
  const [known] = await findSmppCredentials(db, [demoSystemId]);
  if (known !== undefined) {
    const isOurs = known.accountId === demoAccountId && known.live;
    return { isNew: false, isLive: isOurs && (await isPassword(password, known.passwords)) };
  }
  const hash = await smppPasswords.hash(password, 'demo');
  const isNew = await db.transaction(async (tx) => {
    await lockFunds(tx, [demoAccountId]);
    const credential = { id: newId(), accountId: demoAccountId, systemId: demoSystemId, password: hash };
    return insertCredential(tx, credential);
  });
  return { isNew, isLive: isNew };
}

async function equip(tx: Queryable): Promise<void> {
  const listId = newId();
  const prices = countries.map((country) => ({ country, unitPrice: '0.01' }));
  await insertPriceList(tx, { id: listId, name: 'Demo', currency: 'EUR', prices });
  await assignPriceList(tx, demoAccountId, listId);
  const confirmed = { accountId: demoAccountId, channel: 'SMS', status: 'Confirmed' } as const;
  const senders = demoSenders.map(
    (value) => ({ id: newId(), ...confirmed, value, type: value.startsWith('+') ? 1 : 0 }) as const,
  );
  await insertSenders(tx, senders);
  await insertTopUp(tx, { id: newId(), accountId: demoAccountId, amount: '10000', note: 'Demo balance' });
}
