/** Resource use of the idle service with its default number of processes: bound to a carrier, with the embedded PostgreSQL. */
import { setTimeout as sleep } from 'node:timers/promises';
import { memoryNow, perUnit, usage, watchOthers } from '../cpu.ts';
import { carrierUrl, startPeer } from '../peers.ts';
import { atMost, type Figure, type Options, othersFigure, ports, type Scenario } from '../scenario.ts';
import { benchService } from '../service.ts';

export const idle: Scenario = {
  name: 'idle',
  about: 'processor time and memory while nothing is sent',
  run: measure,
};

async function measure({ quick }: Options): Promise<Figure[]> {
  const [settleSeconds, seconds] = quick ? [5, 20] : [15, 60];
  const peer = await startPeer();
  const service = await benchService(ports.service, 0, { HERMOD_CARRIER_URL: carrierUrl });
  const groups = { Node: [service.pid], PostgreSQL: [service.postgresPid] };
  try {
    await sleep(settleSeconds * 1_000);
    const others = watchOthers(groups);
    const before = usage(groups);
    await sleep(seconds * 1_000);
    // Microseconds per second; 10,000 of them are 1 %.
    const used = perUnit(before, usage(groups), seconds);
    const percent = (micros: number) => Math.round(micros / 100) / 100;
    const memory = memoryNow(groups);
    const sum = (values: object) => Object.values(values).reduce((total, value: number) => total + value, 0);
    return [
      ...Object.entries(used).map(([name, value]) => ({ what: name, value: percent(value), unit: '% of a core' })),
      atMost('both together', percent(sum(used)), '% of a core', 1),
      ...Object.entries(memory).map(([name, value]) => ({ what: `memory of ${name} (PSS)`, value, unit: 'MiB' })),
      atMost('memory of both together', sum(memory), 'MiB', 250),
      othersFigure(others()),
    ];
  } finally {
    await service.stop();
    await peer.stop();
  }
}
