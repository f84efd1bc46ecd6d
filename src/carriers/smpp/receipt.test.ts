import { describe, expect, it } from 'vitest';
import { decode, encode, type Pdu, type PduInput } from '../../smpp/protocol/pdu.ts';
import type { ReceiptEvent } from '../carrier.ts';
import { OUTCOMES, type ReadDelivery, readDelivery } from './receipt.ts';

const SETTINGS = { alphabet: 'gsm', unflaggedReceipts: true, country: 'SI', ids: 'exact' } as const;

type Change = Partial<PduInput<'deliver_sm'>>;

function delivered(change: Change, settings: Parameters<typeof readDelivery>[1] = SETTINGS): ReadDelivery {
  const pdu: PduInput<'deliver_sm'> = {
    command: 'deliver_sm',
    source_addr_ton: 1,
    source_addr_npi: 1,
    source_addr: '38640123456',
    dest_addr_ton: 5,
    destination_addr: 'Hermod',
    ...change,
  };
  return readDelivery(decode(encode(pdu)) as Pdu<'deliver_sm'>, settings);
}

function receipt(change: Change): Omit<ReceiptEvent, 'keys'> & { messageId: string | undefined } {
  const delivery = delivered(change);
  if (delivery.kind !== 'receipt') throw new Error('taken for an inbound message');
  const { keys, ...rest } = delivery.receipt;
  return { messageId: keys[0]?.key, ...rest };
}

const text = (content: string, esm_class = 4): Change => ({ esm_class, short_message: Buffer.from(content, 'latin1') });

/** As SMSCs of several makes write them; numbers and texts are changed. */
const REAL: readonly [string, string, string | undefined, ReceiptEvent['outcome'], string?][] = [
  [
    'the specification',
    'id:0123456789 sub:001 dlvrd:001 submit date:2401011200 done date:2401011201 stat:DELIVRD err:000 text:Hello',
    '0123456789',
    'delivered',
    '000',
  ],
  [
    'undelivered',
    'id:77 sub:001 dlvrd:000 submit date:2401011200 done date:2401011201 stat:UNDELIV err:027 text:',
    '77',
    'failed',
    '027',
  ],
  [
    'expired',
    'id:77 sub:001 dlvrd:000 submit date:2401011200 done date:2401031200 stat:EXPIRED err:001 text:x',
    '77',
    'failed',
    '001',
  ],
  [
    'deleted',
    'id:77 sub:001 dlvrd:000 submit date:2401011200 done date:2401011200 stat:DELETED err:000 text:x',
    '77',
    'failed',
    '000',
  ],
  [
    'accepted',
    'id:77 sub:001 dlvrd:000 submit date:2401011200 done date:2401011200 stat:ACCEPTD err:000 text:x',
    '77',
    'no change',
    '000',
  ],
  [
    'enroute',
    'id:77 sub:001 dlvrd:000 submit date:2401011200 done date:2401011200 stat:ENROUTE err:000 text:x',
    '77',
    'no change',
    '000',
  ],
  [
    'scheduled',
    'id:77 sub:001 dlvrd:000 submit date:2401011200 done date:2401011200 stat:SCHEDLD err:000 text:x',
    '77',
    'no change',
    '000',
  ],
  [
    'unknown',
    'id:77 sub:001 dlvrd:000 submit date:2401011200 done date:2401011200 stat:UNKNOWN err:000 text:x',
    '77',
    'unknown',
    '000',
  ],
  [
    'rejected',
    'id:77 sub:001 dlvrd:000 submit date:2401011200 done date:2401011200 stat:REJECTD err:088 text:x',
    '77',
    'rejected',
    '088',
  ],
  ['written out', 'id:77 stat:DELIVERED err:0', '77', 'delivered', '0'],
  ['written out, undeliverable', 'id:77 stat:UNDELIVERABLE err:5', '77', 'failed', '5'],
  ['written out, rejected', 'id:77 stat:REJECTED', '77', 'rejected'],
  ['cut to six letters', 'id:77 stat:DELIVR err:0', '77', 'delivered', '0'],
  ['cut to six letters, undelivered', 'id:77 stat:UNDELI', '77', 'failed'],
  ['another vendor word', 'id:77 stat:FAILED err:99', '77', 'failed', '99'],
  [
    'lower case',
    'id:77 sub:001 dlvrd:001 submit date:2401011200 done date:2401011200 stat:delivrd err:000 text:x',
    '77',
    'delivered',
    '000',
  ],
  [
    'capital names',
    'ID:77 SUB:001 DLVRD:001 SUBMIT DATE:2401011200 DONE DATE:2401011200 STAT:DELIVRD ERR:000 TEXT:X',
    '77',
    'delivered',
    '000',
  ],
  [
    'mixed case',
    'Id:77 Sub:001 Dlvrd:001 Submit Date:2401011200 Done Date:2401011200 Stat:DELIVRD Err:000 Text:X',
    '77',
    'delivered',
    '000',
  ],
  [
    'another order',
    'stat:DELIVRD err:000 id:77 done date:2401011200 submit date:2401011200 dlvrd:001 sub:001',
    '77',
    'delivered',
    '000',
  ],
  ['text in front', 'text:Hello id:77 stat:DELIVRD err:000', '77', 'delivered', '000'],
  [
    'no text',
    'id:77 sub:001 dlvrd:001 submit date:2401011200 done date:2401011200 stat:DELIVRD err:000',
    '77',
    'delivered',
    '000',
  ],
  [
    'dates with seconds',
    'id:77 sub:001 dlvrd:001 submit date:240101120000 done date:240101120059 stat:DELIVRD err:000 text:',
    '77',
    'delivered',
    '000',
  ],
  [
    'underscores',
    'id:77 sub:001 dlvrd:001 submit_date:2401011200 done_date:2401011200 stat:DELIVRD err:000 text:x',
    '77',
    'delivered',
    '000',
  ],
  [
    'spaces behind the colons',
    'id: 77 sub: 001 dlvrd: 001 submit date: 2401011200 done date: 2401011200 stat: DELIVRD err: 000 text: x',
    '77',
    'delivered',
    '000',
  ],
  [
    'commas',
    'id:77,sub:001,dlvrd:001,submit date:2401011200,done date:2401011200,stat:DELIVRD,err:000,text:x',
    '77',
    'delivered',
    '000',
  ],
  ['semicolons', 'id:77;stat:DELIVRD;err:000', '77', 'delivered', '000'],
  ['lines', 'id:77\r\nstat:EXPIRED\r\nerr:001\r\n', '77', 'failed', '001'],
  [
    'an id in hex',
    'id:0A1B2C3D sub:001 dlvrd:001 submit date:2401011200 done date:2401011200 stat:DELIVRD err:000 text:x',
    '0A1B2C3D',
    'delivered',
    '000',
  ],
  [
    'an id with letters, dash and underscore',
    'id:sm_gw1-a_77@x sub:001 dlvrd:001 stat:DELIVRD err:000',
    'sm_gw1-a_77@x',
    'delivered',
    '000',
  ],
  [
    'a UUID',
    'id:550e8400-e29b-41d4-a716-446655440000 stat:DELIVRD err:000',
    '550e8400-e29b-41d4-a716-446655440000',
    'delivered',
    '000',
  ],
  ['base64', 'id:YWJjZA== stat:DELIVRD err:000', 'YWJjZA==', 'delivered', '000'],
  ['a missing id', 'id: sub:001 dlvrd:001 stat:DELIVRD err:000', undefined, 'delivered', '000'],
  [
    'no err',
    'id:77 sub:001 dlvrd:001 submit date:2401011200 done date:2401011200 stat:DELIVRD text:x',
    '77',
    'delivered',
  ],
  ['values in quotation marks', `id:"77" sub:"001" stat:"DELIVRD" err:'000'`, '77', 'delivered', '000'],
  ['an error in hex', 'id:77 stat:UNDELIV err:0x1F', '77', 'failed', '0x1F'],
  ['an empty err', 'id:77 stat:UNDELIV err: text:x', '77', 'failed'],
  ['no state', 'id:77 sub:001 dlvrd:001 err:000', '77', 'no change', '000'],
  ['an unknown state', 'id:77 stat:FLYING err:000', '77', 'no change', '000'],
  ['a state as a number', 'id:77 stat:2 err:000', '77', 'delivered', '000'],
  ['message id and status', 'Message ID: 77 Status: DELIVRD Error code: 000', '77', 'delivered', '000'],
  [
    'the message quotes a receipt',
    'id:77 sub:001 dlvrd:000 stat:UNDELIV err:001 text:id:88 stat:DELIVRD err:000',
    '77',
    'failed',
    '001',
  ],
  [
    'extra fields',
    'id:77 sub:001 dlvrd:001 submit date:2401011200 done date:2401011200 stat:DELIVRD err:000 mcc:293 mnc:40 text:x',
    '77',
    'delivered',
    '000',
  ],
  ['rubbish', 'no receipt at all', undefined, 'no change'],
  ['nothing', '', undefined, 'no change'],
];

describe('receipts in text form', () => {
  it.each(REAL)('%s', (_, content, messageId, outcome, error) => {
    expect(receipt(text(content))).toMatchObject({ messageId, outcome, error });
  });

  it('come with their number', () => {
    const content = 'id:7 sub:001 dlvrd:001 submit date:2401011200 done date:2401011201 stat:DELIVRD err:000 text:Hi';
    expect(receipt(text(content))).toEqual({
      messageId: '7',
      outcome: 'delivered',
      error: '000',
      destination: '+38640123456',
      numbers: ['+38640123456'],
      text: content,
    });
  });

  it('tells the two ends apart where the SMSC has left them as they were', () => {
    const unchanged = { source_addr_ton: 5, source_addr: 'Hermod', dest_addr_ton: 1, destination_addr: '38640123456' };
    const found = receipt({ ...unchanged, ...text('id:77 stat:DELIVRD') });
    expect(found).toMatchObject({ destination: '+38640123456' });
  });

  it('are read from UCS-2 and from message_payload', () => {
    const ucs2 = Buffer.from('id:77 stat:DELIVRD', 'utf16le').swap16();
    expect(receipt({ esm_class: 4, data_coding: 8, short_message: ucs2 })).toMatchObject({ messageId: '77' });
    const payload = Buffer.from('id:77 stat:DELIVRD');
    expect(receipt({ esm_class: 4, tlvs: { message_payload: payload } })).toMatchObject({ outcome: 'delivered' });
  });

  it('are ASCII also where data_coding says UCS-2, or where the quoted text has the octet 0', () => {
    expect(receipt({ ...text('id:77 stat:DELIVRD'), data_coding: 8 })).toMatchObject({ messageId: '77' });
    expect(receipt(text('id:77 stat:DELIVRD err:000 text:a\0b'))).toMatchObject({ outcome: 'delivered' });
  });
});

describe('receipts in parameters', () => {
  const tlvs = { receipted_message_id: 'AB12', message_state: 2 };

  it.each(
    Object.entries([
      'no change',
      'no change',
      'delivered',
      'failed',
      'failed',
      'failed',
      'no change',
      'unknown',
      'rejected',
      'failed',
    ]),
  )('message_state %s: %s', (state, outcome) => {
    expect(receipt({ esm_class: 4, tlvs: { ...tlvs, message_state: Number(state) } })).toMatchObject({ outcome });
  });

  it('beat the text', () => {
    expect(receipt({ ...text('id:9 stat:UNDELIV err:1'), tlvs })).toMatchObject({
      messageId: 'AB12',
      outcome: 'delivered',
    });
  });

  it('are filled up from the text', () => {
    expect(receipt({ ...text('stat:UNDELIV err:1'), tlvs: { receipted_message_id: '5' } })).toMatchObject({
      messageId: '5',
      outcome: 'failed',
      error: '1',
    });
    expect(receipt({ ...text('id:5'), tlvs: { message_state: 3 } })).toMatchObject({
      messageId: '5',
      outcome: 'failed',
    });
  });

  it('name no message by an id that is longer than any that was given', () => {
    const rawTlvs = (length: number) => [{ tag: 0x001e, value: Buffer.from('7'.repeat(length)) }];
    expect(receipt({ ...text('stat:DELIVRD'), rawTlvs: rawTlvs(254) }).messageId).toHaveLength(254);
    expect(receipt({ ...text('stat:DELIVRD'), rawTlvs: rawTlvs(255) })).toMatchObject({
      messageId: undefined,
      outcome: 'delivered',
    });
  });

  it('name the error of the network', () => {
    const network_error_code = Buffer.from([3, 0x01, 0x02]);
    expect(receipt({ esm_class: 4, tlvs: { ...tlvs, network_error_code } }).error).toBe('3:258');
  });

  it('make a receipt even where esm_class does not', () => {
    expect(delivered({ tlvs }, { ...SETTINGS, unflaggedReceipts: false }).kind).toBe('receipt');
    const { receipted_message_id, message_state } = tlvs;
    expect(delivered({ tlvs: { receipted_message_id } }).kind).toBe('inbound');
    expect(delivered({ tlvs: { message_state } }).kind).toBe('inbound');
  });

  it('come by data_sm too', () => {
    const pdu = decode(encode({ command: 'data_sm', esm_class: 4, source_addr: '1', tlvs })) as Pdu<'data_sm'>;
    expect(readDelivery(pdu, SETTINGS)).toMatchObject({ kind: 'receipt', receipt: { keys: [{ key: 'AB12' }] } });
  });
});

describe('esm_class', () => {
  const full = 'id:7 sub:001 dlvrd:001 submit date:2401011200 done date:2401011201 stat:UNDELIV err:000';
  const strict = { ...SETTINGS, unflaggedReceipts: false };

  it.each([0x00, 0x01, 0x03, 0x08, 0x0c, 0x10, 0x14, 0x18, 0x24, 0x3c, 0x40, 0x80])(
    '0x%x with the text of a receipt is a message from a phone',
    (esm_class) => {
      expect(delivered(text(full, esm_class), strict).kind).toBe('inbound');
    },
  );

  it.each([0x08, 0x0c, 0x10, 0x14, 0x18, 0x24, 0x3c])(
    '0x%x is so also where the carrier marks no receipt, and with the parameters of one',
    (esm_class) => {
      const tlvs = { receipted_message_id: '7', message_state: 8 };
      expect(delivered(text(full, esm_class)).kind).toBe('inbound');
      expect(delivered({ ...text(full, esm_class), tlvs }, strict).kind).toBe('inbound');
    },
  );

  it.each([0x00, 0x03, 0x80])('0x%x with such a text is doubtful where the carrier marks no receipt', (esm_class) => {
    expect(delivered(text(full, esm_class))).toMatchObject({
      kind: 'doubtful',
      receipt: { keys: [{ key: '7' }], outcome: 'failed', numbers: ['+38640123456'] },
      inbound: { sender: '+38640123456', recipient: 'Hermod' },
    });
  });

  it('0 is not even doubtful if it names no number, is a part of a text, or does not look like a receipt', () => {
    expect(delivered({ ...text(full, 0), source_addr_ton: 5, source_addr: 'Bank' }).kind).toBe('inbound');
    expect(delivered({ ...text(full, 0), source_addr: '' }).kind).toBe('inbound');
    const header = Buffer.from([5, 0, 3, 1, 2, 1]);
    const part = { esm_class: 0x40, short_message: Buffer.concat([header, Buffer.from(full)]) };
    expect(delivered(part).kind).toBe('inbound');
    for (const content of ['id:7 stat:DELIVRD', 'my id:7, what is your stat:?', 'sub:001 id:5 stat:WHAT'])
      expect(delivered(text(content, 0)).kind).toBe('inbound');
  });

  it('0x20 tells of one attempt: a failure is not final, a success is', () => {
    expect(receipt(text(full, 0x20)).outcome).toBe('no change');
    expect(receipt(text(full.replace('UNDELIV', 'DELIVRD'), 0x20)).outcome).toBe('delivered');
  });

  it('0x44 is a receipt behind a header', () => {
    const body = Buffer.concat([Buffer.from([5, 0, 3, 1, 1, 1]), Buffer.from('id:7 stat:DELIVRD')]);
    expect(receipt({ esm_class: 0x44, short_message: body })).toMatchObject({ messageId: '7' });
  });
});

describe('inbound parts', () => {
  it('say who wrote what to whom, and which part it is', () => {
    const short_message = Buffer.from([5, 0, 3, 9, 2, 1, 0x48, 0x69]);
    expect(delivered({ esm_class: 0x40, short_message, dest_addr_ton: 3, destination_addr: '4567' })).toEqual({
      kind: 'inbound',
      inbound: {
        sender: '+38640123456',
        recipient: '4567',
        octets: Buffer.from('Hi'),
        alphabet: 'gsm',
        concatenation: { reference: 9, total: 2, part: 1 },
      },
    });
  });
});

describe('national language tables', () => {
  const withHeader = (header: number[], octets: number[]) =>
    delivered({ esm_class: 0x40, short_message: Buffer.from([header.length, ...header, ...octets]) });

  it.each([
    ['a locking shift', [0x25, 1, 1], 'gsm/1/0'],
    ['a single shift', [0x24, 1, 2], 'gsm/0/2'],
    ['both, with a concatenation', [0x00, 3, 9, 2, 1, 0x25, 1, 3, 0x24, 1, 13], 'gsm/3/13'],
    ['an undefined one', [0x25, 1, 77], 'gsm'],
    ['one of a wrong length', [0x25, 2, 1, 1], 'gsm'],
    ['one that is cut off', [0x25, 1], 'gsm'],
  ])('are named by %s', (_, header, alphabet) => {
    expect(withHeader(header, [0x41])).toMatchObject({ inbound: { alphabet, octets: Buffer.from('A') } });
  });

  it('mean nothing in UCS-2', () => {
    const short_message = Buffer.from([3, 0x25, 1, 1, 0, 0x41]);
    expect(delivered({ esm_class: 0x40, data_coding: 8, short_message })).toMatchObject({
      inbound: { alphabet: 'ucs2' },
    });
  });
});

it('every state has its outcome', () => {
  expect(OUTCOMES).toEqual({
    SCHEDULED: 'no change',
    ENROUTE: 'no change',
    ACCEPTED: 'no change',
    DELIVERED: 'delivered',
    EXPIRED: 'failed',
    DELETED: 'failed',
    UNDELIVERABLE: 'failed',
    SKIPPED: 'failed',
    REJECTED: 'rejected',
    UNKNOWN: 'unknown',
  });
});
