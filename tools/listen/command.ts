import type { Command } from 'commander';
import { settings } from '../../src/config/config.ts';
import type { ListenOptions } from './listener.ts';

export function registerListen(program: Command): void {
  program
    .command('listen')
    .description('show webhooks as they come, check their signatures, and pass them on to your program')
    .option('--port <port>', 'port to listen on; 0 takes a free one', '0')
    .option('--forward-to <url>', 'pass every event on, with all its headers, and answer as that URL does')
    .option(
      '--secret <secret>',
      'what the webhooks are signed with (HERMOD_WEBHOOK_SECRET; default: that of the demo account here)',
    )
    .option('--data-dir <folder>', `where the service keeps it (${settings.dataDir.name})`)
    .option('--json', 'one JSON object per line')
    .action(async (options: ListenOptions) => (await import('./listener.ts')).listen(options));
}
