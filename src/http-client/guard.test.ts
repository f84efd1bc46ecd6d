import { expect, test } from 'vitest';
import { TargetRefused } from './guard.ts';

test('a refusal says where a literal leads, but not where a name leads', () => {
  expect(new TargetRefused('10.0.0.1', '10.0.0.1').message).toBe('webhooks may not reach the address 10.0.0.1');
  const refused = new TargetRefused('db.internal', '10.0.0.1');
  expect(refused.message).toBe('the name db.internal leads to an address that webhooks may not reach');
  expect(refused.address).toBe('10.0.0.1');
});
