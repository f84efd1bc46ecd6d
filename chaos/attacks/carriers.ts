/** Carriers that lie, flood, or take their time. */

import type { SmscOptions } from '../../tools/smsc/options.ts';
import { type Smsc, startSmsc } from '../../tools/smsc/smsc.ts';
import { type Attack, attackersNumber, flood, type Report, scaled, type Target } from './attack.ts';
import { caller, operatorCaller, send } from './calls.ts';

/** An SMSC of the attacker, which the operator has configured as a carrier. */
async function hire(target: Target, report: Report, parameters: string, options: SmscOptions): Promise<[Smsc, string]> {
  const smsc = await startSmsc(options);
  const operate = operatorCaller(target, report);
  const url = `smpp://attack:attack@127.0.0.1:${smsc.port}?${parameters}`;
  const { status, body } = await operate({ path: '/carriers', body: { name: 'Attack', url } });
  if (status !== 201) throw new Error(`the carrier was refused: ${status} ${JSON.stringify(body)}`);
  while (smsc.receivers === 0 && !report.signal.aborted) await new Promise((resolve) => setTimeout(resolve, 50));
  return [smsc, String(body['carrierId'])];
}

const inboundFlood: Attack = {
  name: 'inbound-flood',
  does: 'a carrier that delivers texts without end, every second one in the form of a receipt that rejects a message',
  accepts: 'texts',
  async run(target, report) {
    const [smsc] = await hire(target, report, 'binds=4', { session: { window: 200 } });
    const [sender, recipient] = ['+38640777777', attackersNumber];
    let id = 0;
    report.atStrength();
    await flood(report, scaled(200, target), async () => {
      const text = ++id % 2 === 0 ? 'An answer' : `id:${id} sub:001 dlvrd:000 stat:REJECTD err:000 text:`;
      const [outcome] = await smsc.deliver({ sender, recipient, text, encoding: 'GSM-7' });
      const status = outcome?.kind === 'answered' ? outcome.response.status : undefined;
      report.count(status === undefined ? String(outcome?.kind) : `answered ${status}`);
      if (status === 0) report.accepted();
    });
    await smsc.stop();
  },
};

const slowCarrier: Attack = {
  name: 'slow-carrier',
  does: 'a carrier that answers after three seconds where two are allowed, under a load of one account',
  async run(target, report) {
    const texts = new Map<string, number>();
    const onSubmit: SmscOptions['onSubmit'] = ({ destination_addr: to }) => {
      texts.set(to, (texts.get(to) ?? 0) + 1);
      return undefined;
    };
    const parameters = 'window=20&timeout=2';
    const [smsc, carrierId] = await hire(target, report, parameters, { answerDelayMs: 3_000, onSubmit });
    const operate = operatorCaller(target, report);
    await operate({ path: '/routes', body: { carrierId, country: 'HR', priority: 0 } });
    const call = caller(target, report);
    let next = 0;
    report.atStrength();
    await flood(report, scaled(8, target), async () => {
      await call(send([`+38591${2_000_000 + next++}`]));
      await new Promise((resolve) => setTimeout(resolve, 100));
    });
    for (const times of texts.values()) if (times > 1) report.count('arrived more than once');
    await smsc.stop();
  },
};

export const carrierAttacks: Attack[] = [inboundFlood, slowCarrier];
