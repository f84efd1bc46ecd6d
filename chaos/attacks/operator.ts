/** Conflicts with the operator's work: locks in another order, and wrong tokens. */
import { type Attack, flood, type Report, scaled, type Target } from './attack.ts';
import { type Answer, type Call, caller, numbers, operatorCaller, send } from './calls.ts';
import { withRows } from './rows.ts';

type Operate = (call: Call) => Promise<Answer>;

const deadlocks: Attack = {
  name: 'deadlocks',
  does: 'top-ups, cancels and sends of two accounts while keys are issued and price lists assigned; the victim is a third',
  async run(target, report) {
    const call = caller(target, report);
    const operate = operatorCaller(target, report);
    const lists = await Promise.all([makeList(operate, 'First'), makeList(operate, 'Second')]);
    const accounts = [target.attacker.id, await makeAccount(operate)];
    const works = [
      () => call(send(numbers(20))),
      () => sendAndCancel(call),
      ...accounts.flatMap((id) => worksOn(operate, id, lists)),
    ];
    report.atStrength();
    await flood(report, scaled(works.length * 2, target), async (loop) => {
      const { status, body } = await works[loop % works.length]!();
      if (status >= 500) report.failure(`${status} ${String(body['error'])}`);
    });
    await countDeadlocks(target, report);
  },
};

async function makeAccount(operate: Operate): Promise<string> {
  const { status, body } = await operate({ path: '/accounts', body: { name: 'Accomplice', currency: 'EUR' } });
  if (status !== 201) throw new Error(`no account: ${status} ${JSON.stringify(body)}`);
  return String(body['accountId']);
}

async function makeList(operate: Operate, name: string): Promise<string> {
  const prices = ['SI', 'HR'].map((country) => ({ country, unitPrice: '0.01' }));
  const { status, body } = await operate({ path: '/price-lists', body: { name, currency: 'EUR', prices } });
  if (status !== 201) throw new Error(`no price list: ${status} ${JSON.stringify(body)}`);
  return String(body['priceListId']);
}

async function sendAndCancel(call: Operate): Promise<Answer> {
  const later = Math.floor(Date.now() / 1_000) + 3_600;
  const sent = await call(send(numbers(1), { scheduledTime: later }));
  const [message] = (sent.body['messages'] ?? []) as { messageId: string }[];
  return message === undefined ? sent : call({ method: 'POST', path: `/v1/sms/messages/${message.messageId}/cancel` });
}

function worksOn(operate: Operate, id: string, lists: string[]): (() => Promise<Answer>)[] {
  return [
    () => operate({ path: `/accounts/${id}/top-ups`, body: { amount: '1' } }),
    () => operate({ path: `/accounts/${id}/keys`, body: { label: 'attack' } }),
    async () => {
      for (const list of lists) await operate({ method: 'PUT', path: `/accounts/${id}/price-lists/${list}` });
      return operate({ method: 'DELETE', path: `/accounts/${id}/price-lists/${lists[0]}` });
    },
  ];
}

async function countDeadlocks(target: Target, report: Report): Promise<void> {
  await withRows(target, async (db) => {
    const { rows } = await db.query<{ deadlocks: string }>(
      'SELECT deadlocks::text FROM pg_stat_database WHERE datname = current_database()',
    );
    for (let index = 0; index < Number(rows[0]?.deadlocks); index++) report.count('deadlock');
  });
}

const wrongTokens: Attack = {
  name: 'wrong-tokens',
  does: 'wrong operator tokens from the address from which the operator comes, too',
  async run(target, report) {
    // One address for both: a proxy that forwards the requests of all clients.
    const call = caller(target, report, { address: '127.0.0.1' });
    const operate = operatorCaller(target, report);
    const wrong = () => ({ authorization: `Bearer ${Math.random().toString(36).repeat(4)}` });
    for (let index = 0; index < 25; index++) await call({ path: '/admin/v1/accounts', headers: wrong() });
    report.atStrength();
    await flood(report, scaled(33, target), async (loop) => {
      if (loop > 0) await call({ path: '/admin/v1/accounts', headers: wrong() });
      else await askRightly(operate, report);
    });
  },
};

async function askRightly(operate: Operate, report: Report): Promise<void> {
  const { status } = await operate({ path: '/accounts' });
  if (status !== 200) report.failure(`the operator was answered ${status}`);
  await new Promise((resolve) => setTimeout(resolve, 200));
}

export const operatorAttacks: Attack[] = [deadlocks, wrongTokens];
