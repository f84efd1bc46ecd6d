import { expect, it } from 'vitest';
import { replySearch } from './reply.ts';

const inbound = {
  inboundId: 'i',
  senderId: null,
  sender: '+38640123456',
  recipient: 'Shop',
  complete: true,
  receivedAt: '2026-11-16T12:00:00Z',
};

it('answers from what was written to', () => {
  expect(replySearch(inbound)).toEqual({ to: '+38640123456', from: 'Shop' });
  expect(replySearch({ ...inbound, accountId: 'a' })).toEqual({ to: '+38640123456', from: 'Shop', account: 'a' });
});

it('replies neither without an account, nor to a name', () => {
  expect(replySearch({ ...inbound, accountId: null })).toBeUndefined();
  expect(replySearch({ ...inbound, sender: 'Bank' })).toBeUndefined();
});
