import { describe, expect, it } from 'vitest';
import type { Pdu } from '../../smpp/protocol/pdu.ts';
import { recoverable } from '../../smpp/protocol/status.ts';
import type { RequestOutcome as Outcome } from '../../smpp/session/requests.ts';
import { messageResult, type PartResult, partResult } from './submit.ts';

const answered = (status: number, message_id = ''): Outcome<'submit_sm'> => ({
  kind: 'answered',
  response: {
    command: 'submit_sm_resp',
    status,
    sequence: 1,
    message_id,
    tlvs: {},
    rawTlvs: [],
  } as Pdu<'submit_sm_resp'>,
});
const nacked = (status: number): Outcome<'submit_sm'> => ({ kind: 'nacked', status });
const unreadable = (commandStatus: number): Outcome<'submit_sm'> => ({
  kind: 'unreadable',
  error: recoverable('ESME_RINVPARLEN', 'broken').about(0x80000004, commandStatus, 1),
});

describe('one part', () => {
  it.each<[string, Outcome<'submit_sm'>, Partial<PartResult>]>([
    ['taken', answered(0, '00AB'), { kind: 'accepted', reference: 'ab' }],
    ['taken without an id', answered(0, ' '), { kind: 'accepted', reference: undefined }],
    ['throttled', answered(0x58), { kind: 'later', throttled: true, reason: 'ESME_RTHROTTLED' }],
    ['queue full', answered(0x14), { kind: 'later', throttled: false }],
    ['invalid destination', answered(0x0b), { kind: 'refused', reason: 'ESME_RINVDSTADR' }],
    ["a vendor's own error", answered(0x0400), { kind: 'refused', reason: '0x00000400' }],
    ['nacked for its command', nacked(0x03), { kind: 'refused', reason: 'not understood: ESME_RINVCMDID' }],
    ['nacked for its length', nacked(0x02), { kind: 'refused' }],
    ['nacked without an error', nacked(0), { kind: 'refused' }],
    ['nacked by a busy peer', nacked(0x58), { kind: 'later', throttled: true }],
    ['nacked by a broken peer', nacked(0x08), { kind: 'later', throttled: false }],
    ['taken in an answer that cannot be read', unreadable(0), { kind: 'accepted', reference: undefined }],
    ['refused in an answer that cannot be read', unreadable(0x0b), { kind: 'refused' }],
    ['not answered', { kind: 'timeout' }, { kind: 'unanswered' }],
    ['lost on the way', { kind: 'lost', sent: true }, { kind: 'unanswered' }],
    ['lost before it left', { kind: 'lost', sent: false }, { kind: 'later', throttled: false }],
    [
      'not writable',
      { kind: 'invalid', error: recoverable('ESME_RINVPARLEN', 'long') },
      { kind: 'refused', reason: 'long' },
    ],
  ])('%s', (_, outcome, expected) => expect(partResult(outcome, 'auto')).toMatchObject(expected));
});

describe('a message', () => {
  const accepted: PartResult = { kind: 'accepted', reference: '1' };
  const unanswered: PartResult = { kind: 'unanswered', reason: '' };
  const later: PartResult = { kind: 'later', reason: '', throttled: false };
  const refused: PartResult = { kind: 'refused', reason: '' };

  it.each<[PartResult[], string]>([
    [[accepted, accepted], 'accepted'],
    [[accepted, unanswered], 'unanswered'],
    [[unanswered, later], 'later'],
    [[accepted, later, unanswered, refused], 'refused'],
  ])('%j is %s', (parts, kind) => expect(messageResult(parts, 'id').kind).toBe(kind));

  it('has a reference for every part, none of them empty or twice', () => {
    const nameless: PartResult = { kind: 'accepted', reference: undefined };
    expect(messageResult([accepted, nameless, nameless], 'id')).toEqual({
      kind: 'accepted',
      references: ['1', 'without id: id/2', 'without id: id/3'],
    });
  });
});
