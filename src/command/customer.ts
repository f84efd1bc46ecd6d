import type { Command } from 'commander';
import { Problem } from '../problem.ts';
import { addressOf } from './access.ts';
import { type Client, createClient } from './client.ts';

export type CustomerOptions = { key?: string; service?: string; json?: boolean };

/** A command that does what a customer's program does, with a customer's key. */
export function customerOperation(program: Command, usage: string, summary: string, example: string): Command {
  return program
    .command(usage)
    .description(summary)
    .option('--json', 'as JSON')
    .option('--key <apikey>', 'API key of the account (HERMOD_API_KEY)')
    .option('--service <url>', 'address of the service (HERMOD_URL)')
    .addHelpText('after', `\nExample:\n  ${example}`);
}

export function customerClient(options: CustomerOptions): Client {
  const apikey = options.key ?? process.env['HERMOD_API_KEY'];
  if (!apikey) throw new Problem('there is no API key', 'Give --key or set HERMOD_API_KEY');
  const { base } = addressOf(options, process.env);
  return createClient({ base: `${base}/v1`, headers: { apikey }, unknown: 'Give another --key or HERMOD_API_KEY' });
}
