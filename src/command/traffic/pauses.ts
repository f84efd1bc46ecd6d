import type { Command } from 'commander';
import { at } from '../terminal/client.ts';
import { extras, listWhole, operating, operation, texts, whole } from '../terminal/operation.ts';
import { idOf } from '../terminal/resolve.ts';

const columns = [
  ...whole('kind'),
  ...texts('name'),
  ...whole('since'),
  ...texts('by'),
  ...extras('carrierId', 'accountId'),
];

export function registerPauses(program: Command): void {
  const pause = program.command('pause').description('let messages wait: for a carrier, of an account, or all of them');
  operation(pause, 'list', 'list what is paused', 'hermod pause list').action(
    operating((session) => listWhole(session, { path: '/pauses', things: 'pauses', columns })),
  );
  operation(pause, 'all', 'let all messages wait', 'hermod pause all').action(
    operating(async ({ api, out }) => out.done('everything is paused', await api.call('PUT', '/pauses/all'))),
  );
  for (const kind of ['carrier', 'account'] as const) {
    const summary = kind === 'carrier' ? 'let messages for a carrier wait' : 'let the messages of an account wait';
    operation(pause, `${kind} <${kind}>`, summary, `hermod pause ${kind} ${example[kind]}`).action(
      operating(async ({ api, out }, _options, name: string) => {
        const path = at`/pauses/${things[kind]}/${await idOf(api, kind, name)}`;
        await out.done(`${name} is paused`, await api.call('PUT', path));
      }),
    );
  }

  const resume = program.command('resume').description('let messages go on that wait since hermod pause');
  operation(resume, 'all', 'let messages go on', 'hermod resume all').action(
    operating(async ({ api, out }) => {
      await api.call('DELETE', '/pauses/all');
      await out.done('everything goes on, but what is paused by itself', { kind: 'all' });
    }),
  );
  for (const kind of ['carrier', 'account'] as const) {
    const summary = kind === 'carrier' ? 'let messages for a carrier go on' : 'let the messages of an account go on';
    operation(resume, `${kind} <${kind}>`, summary, `hermod resume ${kind} ${example[kind]}`).action(
      operating(async ({ api, out }, _options, name: string) => {
        const id = await idOf(api, kind, name);
        await api.call('DELETE', at`/pauses/${things[kind]}/${id}`);
        await out.done(`${name} goes on`, { kind, [`${kind}Id`]: id });
      }),
    );
  }
}

const things = { carrier: 'carriers', account: 'accounts' } as const;
const example = { carrier: 'backup', account: '"Corner Shop"' } as const;
