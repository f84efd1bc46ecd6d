/** 200 carriers with a route each against one carrier: the cost of routing. */
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../../src/base/ids.ts';
import { carrierUrl, startPeer } from '../peers.ts';
import { type Figure, type Options, ports, ratio, type Scenario } from '../scenario.ts';
import { type BenchService, benchService, fill } from '../service.ts';
import { countState, untilState } from './dispatch.ts';

export const routes: Scenario = {
  name: 'routes',
  about: '200 carriers with routes of their own against one',
  run: measure,
};

async function measure({ quick }: Options, say: (line: string) => void): Promise<Figure[]> {
  const messages = quick ? 2_000 : 20_000;
  const peer = await startPeer();
  const service = await benchService(ports.service, 2, { HERMOD_CARRIER_URL: `${carrierUrl}&receipts=none` });
  try {
    await sleep(2_000);
    const one = await rate(service);
    await addCarriers(service, 199);
    await sleep(3_000);
    const many = await rate(service);
    say(`one carrier ${one}/s, 200 carriers ${many}/s`);
    return [
      { what: 'one carrier', value: one, unit: 'messages/s' },
      { what: '200 carriers', value: many, unit: 'messages/s' },
      { what: '200 / one', value: ratio(many, one), unit: '' },
    ];
  } finally {
    await service.stop();
    await peer.stop();
  }

  async function rate({ db }: BenchService): Promise<number> {
    const before = await countState(db, 'SENT');
    const began = performance.now();
    await fill(ports.service, messages);
    const end = await untilState(db, 'SENT', before + messages);
    return Math.round(messages / ((end - began) / 1_000));
  }
}

/** Each route has a prefix that no message matches; the carriers are disabled, so that 200 connections are not measured. */
async function addCarriers({ db }: BenchService, count: number): Promise<void> {
  const ids = Array.from({ length: count }, newId);
  await db.query(
    `INSERT INTO carriers (id, name, url, enabled)
     SELECT id, 'bench ' || place, $2, false FROM unnest($1::uuid[]) WITH ORDINALITY AS c (id, place)`,
    [ids, carrierUrl],
  );
  await db.query(
    `INSERT INTO routes (id, carrier_id, prefix, priority)
     SELECT gen_random_uuid(), id, '+3867' || lpad(place::text, 4, '0'), 10 FROM unnest($1::uuid[]) WITH ORDINALITY AS c (id, place)`,
    [ids],
  );
}
