import type { Command } from 'commander';
import { Problem } from '../../base/problem.ts';
import { settings } from '../../config/config.ts';
import { type AccessOptions, addressOf, demoKey } from '../terminal/access.ts';
import { type Client, createClient } from '../terminal/client.ts';

export type CustomerOptions = AccessOptions & { key?: string; json?: boolean };

/** A command that does what a customer's program does, with a customer's key. */
export function customerOperation(program: Command, usage: string, summary: string, example: string): Command {
  return program
    .command(usage)
    .description(summary)
    .option('--json', 'as JSON')
    .option('--key <apikey>', 'API key of the account (HERMOD_API_KEY)')
    .option('--service <url>', 'address of the service (HERMOD_URL)')
    .option('--data-dir <folder>', `where the service keeps the key of its demo account (${settings.dataDir.name})`)
    .addHelpText('after', `\nExample:\n  ${example}`);
}

export function customerClient(options: CustomerOptions): Client {
  const address = addressOf(options, process.env);
  const { base } = address;
  const apikey = options.key ?? (process.env['HERMOD_API_KEY'] || demoKey(options, address, process.env));
  if (!apikey) throw new Problem('there is no API key', 'Give --key or set HERMOD_API_KEY');
  return createClient({ base: `${base}/v1`, headers: { apikey }, unknown: 'Give another --key or HERMOD_API_KEY' });
}
