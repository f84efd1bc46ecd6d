import { networkInterfaces } from 'node:os';
import { isWithin, loopback } from '../domain/webhook/address.ts';

/** Linux connects to the unspecified address as to loopback. */
const local = [...loopback, '0.0.0.0/8', '::/128'];

/** Whether an address is loopback or belongs to an interface of this machine: connections from it were opened by a local program. */
export function isOfThisMachine(address: string): boolean {
  return isWithin(address, local) || isWithin(address, ownAddresses());
}

function ownAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.map(({ address, family }) => `${address}/${family === 'IPv6' ? 128 : 32}`);
}
