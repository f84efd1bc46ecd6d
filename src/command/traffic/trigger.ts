import type { Command } from 'commander';
import { Problem } from '../../base/problem.ts';
import { type CustomerOptions, customerClient, customerOperation } from '../customers/customer.ts';
import { createOutput } from '../terminal/output.ts';

const kinds: Readonly<Record<string, string>> = {
  'delivery-report': 'delivery report',
  'inbound-message': 'inbound message',
  'sender-status': 'sender status',
};

export function registerTrigger(program: Command): void {
  customerOperation(
    program,
    'trigger',
    'send a sample event to an endpoint, signed and retried like a real one',
    'hermod trigger delivery-report --url http://127.0.0.1:3000/webhooks',
  )
    .argument('<event>', Object.keys(kinds).join(', '))
    .requiredOption('--url <url>', 'where the event goes')
    .action(trigger);
}

async function trigger(event: string, options: CustomerOptions & { url: string }): Promise<void> {
  const kind = kinds[event];
  if (kind === undefined)
    throw new Problem(`there is no event ${JSON.stringify(event)}`, `Use one of ${Object.keys(kinds).join(', ')}`);
  const { url } = options;
  const sample = await customerClient(options).call('POST', '/webhooks/sample', { body: { kind, url } });
  await createOutput(options).done(`sample ${kind} ${String(sample['deliveryId'])} is on its way to ${url}`, sample);
}
