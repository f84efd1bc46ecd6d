import { expect, test } from 'vitest';
import type { Reported } from './callback.ts';
import { jasminRequest } from './jasmin.ts';

const reported: Reported = {
  messageId: '01a1dd05-e828-7001-9785-625698a09e9d',
  accountId: '01a1dd05-e828-7001-9785-000000000001',
  status: 'DELIVERED',
  sender: 'Shop',
  destination: '+38640123456',
  isUnicode: false,
  acceptedAt: new Date('2026-11-16T11:59:58Z'),
  at: new Date('2026-11-16T12:00:03Z'),
  carrier: 'first',
  reference: '2567',
  receipt: 'id:2567 sub:001 dlvrd:001 submit date:2611161159 done date:2611161200 stat:DELIVRD err:000 text:Hi',
  reason: undefined,
};

const told = (changed: Partial<Reported> = {}, method: 'GET' | 'POST' = 'POST', url = 'http://x.example/dlr') => {
  const request = jasminRequest({ form: 'jasmin', level: 3, method }, url, { ...reported, ...changed });
  return { ...request, fields: Object.fromEntries(new URLSearchParams(request.body || request.url.split('?')[1])) };
};

test('the first level is what the carrier answered', () => {
  const { fields, expected } = told({ status: 'SENT' });
  expect(expected).toBe('ACK/Jasmin');
  expect(fields).toEqual({ id: reported.messageId, message_status: 'ESME_ROK', level: '1', connector: 'first' });
  const refused = told({ status: 'REJECTED', reference: undefined, receipt: undefined, carrier: undefined });
  expect(refused.fields).toMatchObject({ message_status: 'ESME_RSUBMITFAIL', level: '1', connector: '' });
});

test('the second is what a receipt said', () => {
  expect(told().fields).toEqual({
    id: reported.messageId,
    id_smsc: '2567',
    message_status: 'DELIVRD',
    level: '2',
    connector: 'first',
    subdate: '2611161159',
    donedate: '2611161200',
    sub: '001',
    dlvrd: '001',
    err: '000',
    text: '',
  });
  expect(told({ status: 'FAILED', receipt: 'id:1 stat:EXPIRED err:04D' }).fields).toMatchObject({
    message_status: 'EXPIRED',
    err: '04D',
    dlvrd: '000',
  });
  expect(told({ status: 'FAILED', receipt: undefined }).fields['message_status']).toBe('UNDELIV');
  expect(told({ status: 'UNKNOWN', receipt: undefined, reference: undefined }).fields).toMatchObject({
    message_status: 'UNKNOWN',
    level: '2',
    subdate: '2611161159',
  });
});

test('by GET it stands in the URL', () => {
  const request = told({}, 'GET', 'http://x.example/dlr?a=1');
  expect(request.body).toBe('');
  expect(request.url).toMatch(/^http:\/\/x\.example\/dlr\?a=1&id=/);
});
