import { Readable } from 'node:stream';
import type { Command } from 'commander';
import { at, type Row } from '../terminal/client.ts';
import { listWhole, operating, operation, texts, whole } from '../terminal/operation.ts';

const columns = [...whole('number', 'lastAt'), ...texts('lastText')];
const threadColumns = [...whole('at', 'direction', 'sender'), ...texts('text')];

export function registerPhones(program: Command): void {
  const phones = program.command('phones').description('phones that the simulator stands for');

  operation(phones, 'list', 'list phones that the simulator has delivered to', 'hermod phones list').action(
    operating((session) => listWhole(session, { path: '/simulator/phones', things: 'phones', columns })),
  );

  operation(phones, 'show <phone-number>', 'show what is on a phone', 'hermod phones show +38640123456').action(
    operating(async ({ api, out }, _options, number: string) => {
      const { thread } = await api.call('GET', at`/simulator/phones/${number}`);
      await out.list(threadColumns, Readable.from(thread as Row[]));
    }),
  );
}
