/** A thousand accounts send against one that sends as much: rows to lock, contexts to keep. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { keyHash, keyPrefix } from '../../src/domain/access/key.ts';
import { demoAccountId } from '../../src/flows/demo.ts';
import { newId } from '../../src/ids.ts';
import { load, unreachable } from '../peers.ts';
import { type Figure, type Options, ports, ratio, type Scenario } from '../scenario.ts';
import { type BenchService, benchService, key } from '../service.ts';

export const accounts: Scenario = {
  name: 'accounts',
  about: '1,000 accounts against one',
  run: measure,
};

async function measure({ quick, connections }: Options, say: (line: string) => void): Promise<Figure[]> {
  const service = await benchService(ports.service, 2);
  try {
    await service.db.query('UPDATE carriers SET url = $1', [unreachable]);
    const keys = await manyAccounts(service, quick ? 50 : 1_000);
    await sleep(2_000);
    const rate = async (keys: string[]) => {
      await attack(keys);
      const perSecond = await attack(keys);
      say(`${keys.length} ${keys.length === 1 ? 'account' : 'accounts'}: ${perSecond} requests/s`);
      return perSecond;
    };
    const one = await rate([key]);
    const many = await rate(keys);
    return [
      { what: 'one account', value: one, unit: 'requests/s' },
      { what: `${keys.length} accounts`, value: many, unit: 'requests/s' },
      { what: 'many / one', value: ratio(many, one), unit: '' },
    ];
  } finally {
    await service.stop();
  }

  async function attack(keys: string[]): Promise<number> {
    const body = JSON.stringify({ sender: 'Hermod', destinations: ['+38640100000'], message: { content: 'Hello' } });
    const { perSecond } = await load({
      port: ports.service,
      path: '/v1/sms/messages',
      headers: { 'content-type': 'application/json' },
      apikeys: keys,
      body,
      connections,
      seconds: quick ? 1 : 5,
      warmupSeconds: 1,
    });
    return perSecond;
  }
}

/** Copies of the demo account, each with a key of its own. */
async function manyAccounts({ db }: BenchService, count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, () => randomUUID());
  const ids = keys.map(newId);
  await db.transaction(async (tx) => {
    await tx.query(
      `INSERT INTO accounts (id, name, currency, balance) SELECT id, 'Bench', 'EUR', 0 FROM unnest($1::uuid[]) AS a (id)`,
      [ids],
    );
    await tx.query(
      `INSERT INTO ledger (account_id, id, kind, amount) SELECT id, id, 'top-up', 1000000 FROM unnest($1::uuid[]) AS a (id)`,
      [ids],
    );
    await tx.query('UPDATE accounts SET balance = 1000000 WHERE id = ANY ($1::uuid[])', [ids]);
    await tx.query(
      `INSERT INTO account_price_lists (account_id, price_list_id, currency)
       SELECT a.id, l.price_list_id, l.currency FROM unnest($1::uuid[]) AS a (id), account_price_lists l WHERE l.account_id = $2`,
      [ids, demoAccountId],
    );
    await tx.query(
      `INSERT INTO senders (id, account_id, value, type, channel, status)
       SELECT gen_random_uuid(), id, 'Hermod', 0, 'SMS', 'Confirmed' FROM unnest($1::uuid[]) AS a (id)`,
      [ids],
    );
    await tx.query(
      `INSERT INTO api_keys (id, account_id, hash, prefix)
       SELECT gen_random_uuid(), * FROM unnest($1::uuid[], $2::bytea[], $3::text[])`,
      [ids, keys.map(keyHash), keys.map(keyPrefix)],
    );
  });
  return keys;
}
