import type { Attack } from './attack.ts';
import { carrierAttacks } from './carriers.ts';
import { connectionAttacks } from './connections.ts';
import { mailAttacks } from './mails.ts';
import { comparisons } from './neighbours.ts';
import { operatorAttacks } from './operator.ts';
import { senderAttacks } from './senders.ts';
import { smppAttacks } from './smpp.ts';
import { volumeAttacks } from './volume.ts';
import { webhookAttacks } from './webhooks.ts';

export const attacks: readonly Attack[] = [
  ...mailAttacks,
  ...webhookAttacks,
  ...volumeAttacks,
  ...connectionAttacks,
  ...senderAttacks,
  ...operatorAttacks,
  ...carrierAttacks,
  ...smppAttacks,
  ...comparisons,
];
