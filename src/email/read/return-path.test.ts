import { expect, test } from 'vitest';
import { returnPath } from './return-path.ts';

test.each([
  ['Return-Path: <alice@good.example>\r\nFrom: eve@evil.example\r\n\r\nText', 'alice@good.example'],
  ['return-path:\n <alice@good.example>\nSubject: x\n\nText', 'alice@good.example'],
  ['Received: by x\r\nReturn-Path: alice@good.example\r\n\r\nText', 'alice@good.example'],
  ['Return-Path: <>\r\nReturn-Path: <eve@evil.example>\r\n\r\n', ''],
  ['From: alice@good.example\r\n\r\nReturn-Path: <eve@evil.example>\r\n', undefined],
  ['Return-Path \t: <>\r\nReturn-Path: <eve@evil.example>\r\n\r\n', ''],
  ['X-Return-Path: <eve@evil.example>\r\n\r\n', undefined],
  ['Return-Path:\r\nFrom: alice@good.example\r\n\r\n', ''],
  ['', undefined],
])('of %j it is %j', (mail, expected) => {
  expect(returnPath(Buffer.from(mail))).toBe(expected);
});
