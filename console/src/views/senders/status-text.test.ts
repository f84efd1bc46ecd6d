import { describe, expect, it } from 'vitest';
import { fromCustomer, fromOperator, statuses } from './reading.ts';
import { canApprove, statusText } from './status-text.ts';

const sender = fromCustomer({
  id: '01a1dd05-e828-7001-9785-625698a09e9d',
  value: 'Shop',
  status: 'Pending',
  channel: 'SMS',
  type: 0,
  createdAt: '2026-11-16T12:00:00Z',
  updatedAt: '2026-11-16T12:00:00Z',
});

describe('the status of a sender', () => {
  it('has a sentence of its own each', () => {
    const said = statuses.map((status) => statusText({ ...sender, status }, false));
    expect(new Set(said).size).toBe(statuses.length);
  });

  it('says where the code goes', () => {
    const asked = { ...sender, status: 'Confirmation Pending' } as const;
    expect(statusText(asked, false)).toBe('senders.codeByMail');
    expect(statusText({ ...asked, isNumber: true }, false)).toBe('senders.codeBySms');
    expect(statusText({ ...asked, blocked: true }, true)).toBe('senders.blockedOperator');
  });

  it('can be approved while it waits, or is blocked', () => {
    expect(canApprove(sender)).toBe(true);
    expect(canApprove({ ...sender, status: 'Confirmation Pending' })).toBe(false);
    expect(canApprove({ ...sender, status: 'Confirmation Pending', blocked: true })).toBe(true);
    expect(canApprove({ ...sender, status: 'Rejected' })).toBe(false);
  });
});

it('reads both kinds of senders alike', () => {
  const record = fromOperator({
    senderId: sender.id,
    accountId: 'a',
    value: 'Shop',
    type: 0,
    channel: 'SMS',
    status: 'Pending',
    deliveryReportUrl: null,
    inboundUrl: null,
    statusCallbackUrl: null,
    createdAt: sender.createdAt,
    statusAt: sender.updatedAt,
  });
  expect(record).toMatchObject({
    id: sender.id,
    value: 'Shop',
    isNumber: false,
    inboundUrl: '',
    updatedAt: sender.updatedAt,
  });
});
