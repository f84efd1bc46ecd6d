/**
 * What open consoles cost: messages from HTTP to both reports, without consoles and with 200 operators watching, in turn. Every
 * operator sees all accounts, which is the most there is to write.
 */

import { openConsoles } from '../consoles.ts';
import { perUnit, usage } from '../cpu.ts';
import { floodWhole } from '../flood.ts';
import { carrierUrl, sinkUrl, startPeer } from '../peers.ts';
import { type Figure, median, type Options, ports, ratio, type Scenario } from '../scenario.ts';
import { benchService, key } from '../service.ts';

const adminToken = 'the-operator-of-the-bench';
const header = `Authorization: Bearer ${adminToken}`;

export const consoles: Scenario = {
  name: 'consoles',
  about: 'the end-to-end rate with 200 open consoles against none',
  run: measure,
};

async function measure({ quick }: Options, say: (line: string) => void): Promise<Figure[]> {
  const [messages, rounds, count] = quick ? [1_000, 1, 20] : [15_000, 5, 200];
  const peer = await startPeer({ gatherMs: 1 });
  const service = await benchService(ports.service, 2, {
    HERMOD_CARRIER_URL: carrierUrl,
    HERMOD_ADMIN_TOKEN: adminToken,
  });
  const groups = { node: [service.pid], postgres: [service.postgresPid] };
  const body = JSON.stringify({
    sender: 'Hermod',
    destinations: ['+38640100000'],
    message: { content: 'Your parcel arrives today.' },
    deliveryReportUrl: sinkUrl,
  });
  const headers = { apikey: key, 'content-type': 'application/json' };
  const request = {
    port: ports.service,
    path: '/v1/sms/messages',
    headers,
    body,
    messages,
    connections: 64,
    reports: 2,
  };
  type Round = { rate: number; cost: number };
  const measured: { none: Round[]; open: Round[] } = { none: [], open: [] };

  const flood = async (): Promise<Round> => {
    const before = usage(groups);
    const { rate } = await floodWhole(peer, request);
    const used = perUnit(before, usage(groups), messages);
    return { rate, cost: used['node']! + used['postgres']! };
  };
  try {
    // Warm-up, not counted: connections, caches and compiled code have to settle.
    await flood();
    for (let round = 0; round < rounds; round++) {
      measured.none.push(await flood());
      const open = await openConsoles(ports.service, '/admin/v1/stream', header, count);
      measured.open.push(await flood());
      if (open.ended > 0) throw new Error(`${open.ended} streams have ended`);
      const [none, with200] = [measured.none.at(-1)!, measured.open.at(-1)!];
      say(
        `${none.rate} messages/s without, ${with200.rate} with ${count} consoles, ${Math.round(open.bytes / 2 ** 20)} MiB sent`,
      );
      await open.close();
    }
    const of = (which: Round[], pick: (round: Round) => number) => median(which.map(pick));
    const rates = [of(measured.none, ({ rate }) => rate), of(measured.open, ({ rate }) => rate)] as const;
    const costs = [of(measured.none, ({ cost }) => cost), of(measured.open, ({ cost }) => cost)] as const;
    const share = ratio(rates[1], rates[0]);
    return [
      { what: 'without a console', value: rates[0], unit: 'messages/s' },
      { what: `with ${count} consoles`, value: rates[1], unit: 'messages/s' },
      { what: 'processor time without', value: Math.round(costs[0]), unit: 'µs a message' },
      { what: 'processor time with', value: Math.round(costs[1]), unit: 'µs a message' },
      { what: 'with / without', value: share, unit: '', goal: '≥ 0.95', met: share >= 0.95 },
    ];
  } finally {
    await service.stop();
    await peer.stop();
  }
}
