/** A thousand accounts against one account at the same total rate: the cost of row locks and cached contexts. */
import { setTimeout as sleep } from 'node:timers/promises';
import { makeAccounts, numberedKey } from '../accounts.ts';
import { sendInC } from '../flood.ts';
import { unreachable } from '../peers.ts';
import { type Figure, type Options, ports, ratio, type Scenario } from '../scenario.ts';
import { benchService, key } from '../service.ts';

export const accounts: Scenario = {
  name: 'accounts',
  about: '1,000 accounts against one',
  needsCompiler: true,
  run: measure,
};

async function measure({ quick, connections }: Options, say: (line: string) => void): Promise<Figure[]> {
  const service = await benchService(ports.service, 2);
  try {
    await service.db.query('UPDATE carriers SET url = $1', [unreachable]);
    const count = quick ? 50 : 1_000;
    await makeAccounts(service, count);
    await sleep(2_000);
    const rate = async (apikey: string, accounts: number) => {
      await attack(apikey, accounts);
      const perSecond = await attack(apikey, accounts);
      say(`${accounts} ${accounts === 1 ? 'account' : 'accounts'}: ${perSecond} requests/s`);
      return perSecond;
    };
    const one = await rate(key, 1);
    const many = await rate(`${numberedKey}@N@`, count);
    return [
      { what: 'one account', value: one, unit: 'requests/s' },
      { what: `${count} accounts`, value: many, unit: 'requests/s' },
      { what: 'many / one', value: ratio(many, one), unit: '' },
    ];
  } finally {
    await service.stop();
  }

  async function attack(apikey: string, accounts: number): Promise<number> {
    const seconds = quick ? 1 : 5;
    const { answered } = await sendInC({
      port: ports.service,
      path: '/v1/sms/messages',
      headers: { apikey, 'content-type': 'application/json' },
      body: JSON.stringify({ sender: 'Hermod', destinations: ['+38640100000'], message: { content: 'Hello' } }),
      cycle: accounts,
      ...{ connections, seconds },
    });
    return Math.round(answered / seconds);
  }
}
