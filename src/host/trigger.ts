import type { Command } from 'commander';
import { exitCodes, Problem } from '../problem.ts';

const kinds: Readonly<Record<string, string>> = {
  'delivery-report': 'delivery report',
  'inbound-message': 'inbound message',
  'sender-status': 'sender status',
};

type TriggerOptions = { url: string; key?: string; service: string };

export function registerTrigger(program: Command): void {
  program
    .command('trigger')
    .description('send a sample event to an endpoint, signed and retried like a real one')
    .argument('<event>', Object.keys(kinds).join(', '))
    .requiredOption('--url <url>', 'where the event goes')
    .option('--key <apikey>', 'API key of the account (HERMOD_API_KEY)', process.env['HERMOD_API_KEY'])
    .option(
      '--service <url>',
      'address of the service (HERMOD_URL)',
      process.env['HERMOD_URL'] ?? 'http://127.0.0.1:8080',
    )
    .action(trigger);
}

async function trigger(event: string, { url, key, service }: TriggerOptions): Promise<void> {
  const kind = kinds[event];
  if (kind === undefined)
    throw new Problem(`there is no event ${JSON.stringify(event)}`, `Use one of ${Object.keys(kinds).join(', ')}`);
  if (key === undefined) throw new Problem('there is no API key', 'Give --key or set HERMOD_API_KEY');
  const answer = await post(`${service}/v1/webhooks/sample`, key, { kind, url });
  console.log(`hermod: sample ${kind} ${answer.deliveryId} is on its way to ${url}`);
}

async function post(address: string, key: string, body: object): Promise<{ deliveryId: string }> {
  const headers = { apikey: key, 'content-type': 'application/json' };
  const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => {
    throw new Problem(
      `nothing answers at ${new URL(address).origin}`,
      'Start the service, or set HERMOD_URL',
      exitCodes.unavailable,
    );
  });
  const result = (await answer.json()) as { deliveryId: string; error?: string };
  if (result.error !== undefined)
    throw new Problem(`the service refused (${result.error})`, 'Correct it and try again', exitCodes.unavailable);
  return result;
}
