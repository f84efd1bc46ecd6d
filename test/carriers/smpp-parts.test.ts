/** Long messages over SMPP: the outcome of a message after the outcome of one of its parts. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { StatusName } from '../../src/smpp/protocol/status.ts';
import type { SmscAnswer } from '../../tools/smsc/options.ts';
import { connected } from './smsc-rig.ts';
import { message, referencesOf, until, Witness } from './witness.ts';

const long = 'Ten letter '.repeat(30);

/** Responds to the parts of one message with these statuses, in order of arrival. */
function answering(...statuses: StatusName[]): { onSubmit: () => SmscAnswer } {
  let count = 0;
  return { onSubmit: () => ({ status: statuses[count++] ?? 'ESME_ROK', state: 'none' }) };
}

describe('a long message', () => {
  it('is sent with the same reference number at every attempt', async () => {
    const seen: Buffer[] = [];
    const onSubmit = ({ short_message }: { short_message?: Buffer }) => {
      seen.push(short_message!);
      return { state: 'none' } as const;
    };
    const { carrier } = await connected(new Witness(), { smsc: { onSubmit: onSubmit as () => SmscAnswer } });
    const same = message({ text: long });
    await carrier.submit(same);
    await carrier.submit(same);
    await carrier.submit(message({ text: long, messageId: `${same.messageId.slice(0, -4)}0000` }));
    const headers = seen.map((octets) => octets.subarray(3, 6));
    expect(headers.map(([, total, part]) => [total, part])).toEqual([1, 2, 3, 1, 2, 3, 1, 2, 3].map((n) => [3, n]));
    const references = headers.map(([reference]) => reference);
    expect(new Set(references.slice(0, 6)).size).toBe(1);
    expect(references.slice(6)).toEqual([0, 0, 0]);
  });

  it('is sent part by part: the others wait until the first is accepted', async () => {
    const { smsc, carrier } = await connected(new Witness(), { smsc: answering('ESME_RTHROTTLED') });
    expect(await carrier.submit(message({ text: long }))).toMatchObject({ kind: 'later', throttled: true });
    expect(smsc.counters.submits).toBe(1);
  });

  it('retries later parts that are throttled', async () => {
    const statuses = ['ESME_ROK', 'ESME_RTHROTTLED', 'ESME_RMSGQFUL', 'ESME_RTHROTTLED'] as const;
    const { smsc, carrier } = await connected(new Witness(), { smsc: answering(...statuses) });
    const references = referencesOf(await carrier.submit(message({ text: long })));
    expect(new Set(references).size).toBe(3);
    expect(smsc.counters.submits).toBe(6);
    expect(carrier.room).toBe(50);
  });

  it('is postponed when a part is not accepted', async () => {
    const statuses = Array<StatusName>(20).fill('ESME_RTHROTTLED');
    const { smsc, carrier } = await connected(new Witness(), { smsc: answering('ESME_ROK', ...statuses) });
    expect(await carrier.submit(message({ text: long }))).toMatchObject({ kind: 'later', throttled: true });
    expect(smsc.counters.submits).toBe(1 + 2 * 4);
  });

  it('is refused if one of its parts is', async () => {
    const { carrier } = await connected(new Witness(), { smsc: answering('ESME_ROK', 'ESME_ROK', 'ESME_RINVDSTADR') });
    expect(await carrier.submit(message({ text: long }))).toEqual({ kind: 'refused', reason: 'ESME_RINVDSTADR' });
  });

  it('is unanswered if one of its parts is', async () => {
    const { smsc, carrier } = await connected(new Witness(), { smsc: { answerDelayMs: 30 } });
    const result = carrier.submit(message({ text: long }));
    await until(() => smsc.counters.submits === 3);
    smsc.drop();
    expect(await result).toMatchObject({ kind: 'unanswered' });
  });

  it('with a part waiting is postponed by a stop, without delay', async () => {
    const statuses = Array<StatusName>(20).fill('ESME_RMSGQFUL');
    const { smsc, carrier } = await connected(new Witness(), {
      smsc: answering('ESME_ROK', ...statuses),
      // Longer than the test may take, as is the time limit of the stop.
      options: { partPausesMs: [3_600_000] },
    });
    const result = carrier.submit(message({ text: long }));
    await until(() => smsc.counters.submits === 3);
    await sleep(20);
    await carrier.stop(3_600_000);
    expect(await result).toMatchObject({ kind: 'later' });
  });

  it('is postponed where waiting for a part would outlive its lease', async () => {
    const statuses = Array<StatusName>(20).fill('ESME_RMSGQFUL');
    const { smsc, carrier } = await connected(new Witness(), {
      smsc: answering('ESME_ROK', ...statuses),
      options: { partPausesMs: [1, 16_000] },
    });
    expect(await carrier.submit(message({ text: long }))).toMatchObject({ kind: 'later' });
    expect(smsc.counters.submits).toBe(5);
  });

  it('is one submit if the carrier splits it', async () => {
    const { smsc, carrier } = await connected(new Witness(), { query: '?multipart=payload' });
    expect(referencesOf(await carrier.submit(message({ text: long })))).toHaveLength(1);
    expect(smsc.counters.submits).toBe(1);
  });
});
