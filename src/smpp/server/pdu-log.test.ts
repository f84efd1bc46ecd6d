import { expect, it } from 'vitest';
import { decode, encode, type Pdu, type PduInput } from '../protocol/pdu.ts';
import { maskedPdu } from './pdu-log.ts';

const masked = (pdu: PduInput) => maskedPdu(decode(encode(pdu, 1)) as Pdu);

it('no password, no text and no whole number is shown', () => {
  expect(
    masked({ command: 'bind_transceiver', system_id: 'shop', password: 'secret08', interface_version: 0x34 }),
  ).toMatchObject({ system_id: 'shop', password: '***', interface_version: 0x34 });
  const submit = masked({
    command: 'submit_sm',
    ...{ source_addr: 'Shop', destination_addr: '38640123456', short_message: Buffer.from('Hello') },
    tlvs: { message_payload: Buffer.from('More'), user_message_reference: 7 },
    rawTlvs: [{ tag: 0x1401, value: Buffer.from('38640123456') }],
  });
  expect(submit).toMatchObject({
    ...{ source_addr: 'Shop', destination_addr: '38640****56', short_message: '[5 octets]' },
    ...{ message_payload: '[4 octets]', user_message_reference: 7, others: ['0x1401: [11 octets]'] },
  });
});

it('of a receipt all is shown but what it quotes', () => {
  const text = 'id:019a8f3e-5c1b-7d42-9e0f-3b6a1c2d4e5f sub:001 stat:DELIVRD err:000 text:my number is 38640123456';
  expect(masked({ command: 'deliver_sm', esm_class: 4, short_message: Buffer.from(text) })).toMatchObject({
    short_message: 'id:019a8f3e-5c1b-7d42-9e0f-3b6a1c2d4e5f sub:001 stat:DELIVRD err:000 text:***',
  });
  expect(masked({ command: 'deliver_sm', short_message: Buffer.from(text) })).toMatchObject({
    short_message: `[${text.length} octets]`,
  });
});
