import type { PlainKey } from '../texts/catalogue.ts';

/** Numbers that the simulator treats in another way; see docs/guides/simulator.md. */
export const magicNumbers: readonly { readonly number: string; readonly text: PlainKey }[] = [
  { number: '+38640123456', text: 'send.magicDelivered' },
  { number: '+38640000001', text: 'send.magicFailed' },
  { number: '+38640000002', text: 'send.magicExpired' },
  { number: '+38640000003', text: 'send.magicRefused' },
  { number: '+38640000004', text: 'send.magicRejected' },
  { number: '+38640000005', text: 'send.magicUnknown' },
  { number: '+38640000006', text: 'send.magicThrottled' },
  { number: '+38640000007', text: 'send.magicSlow' },
  { number: '+38640000008', text: 'send.magicSilent' },
  { number: '+38640000009', text: 'send.magicUnanswered' },
  { number: '+38640000010', text: 'send.magicEcho' },
  { number: '+38640000011', text: 'send.magicBusy' },
  { number: '+38640000012', text: 'send.magicTwice' },
  { number: '+38640000013', text: 'send.magicPartLost' },
];
