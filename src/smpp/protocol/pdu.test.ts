import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMMANDS, type CommandName, type PduField } from './commands.ts';
import { decode, encode, type Pdu, type PduInput } from './pdu.ts';
import { PduError, statusCode } from './status.ts';

const hex = (text: string): Buffer => Buffer.from(text.replace(/\s/g, ''), 'hex');
const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');

/** Written by hand from the tables of SMPP 3.4, chapter 4; the first is the specification's own sample. */
const FIXTURES: readonly { name: string; pdu: PduInput; bytes: string }[] = [
  {
    name: 'bind_transmitter, the sample of the specification',
    pdu: {
      command: 'bind_transmitter',
      sequence: 1,
      system_id: 'SMPP3TEST',
      password: 'secret08',
      system_type: 'SUBMIT1',
      addr_ton: 1,
      addr_npi: 1,
    },
    bytes: `0000002F 00000002 00000000 00000001
            534D50503354455354 00 7365637265743038 00 5355424D495431 00 00 01 01 00`,
  },
  {
    name: 'bind_transceiver',
    pdu: { command: 'bind_transceiver', sequence: 2, system_id: 'a', password: 'b', interface_version: 0x34 },
    bytes: '00000019 00000009 00000000 00000002 6100 6200 00 34 00 00 00',
  },
  {
    name: 'bind_receiver with an address range',
    pdu: { command: 'bind_receiver', sequence: 3, system_id: 'a', addr_ton: 1, addr_npi: 1, address_range: '^386' },
    bytes: '0000001C 00000001 00000000 00000003 6100 00 00 00 01 01 5E33383600',
  },
  {
    name: 'bind_transceiver_resp with sc_interface_version',
    pdu: { command: 'bind_transceiver_resp', sequence: 2, system_id: 'SMSC', tlvs: { sc_interface_version: 0x34 } },
    bytes: '0000001A 80000009 00000000 00000002 534D534300 0210 0001 34',
  },
  {
    name: 'outbind',
    pdu: { command: 'outbind', sequence: 4, system_id: 'smsc', password: 'pw' },
    bytes: '00000018 0000000B 00000000 00000004 736D736300 707700',
  },
  {
    name: 'submit_sm',
    pdu: {
      command: 'submit_sm',
      sequence: 5,
      source_addr_ton: 5,
      source_addr: 'Hermod',
      dest_addr_ton: 1,
      dest_addr_npi: 1,
      destination_addr: '38640123456',
      validity_period: '000002000000000R',
      registered_delivery: 1,
      short_message: ascii('Hi'),
    },
    bytes: `00000044 00000004 00000000 00000005
            00 05 00 4865726D6F6400 01 01 333836343031323334353600
            00 00 00 00 3030303030323030303030303030305200 01 00 00 00 02 4869`,
  },
  {
    name: 'submit_sm in UCS-2 with header, parts by UDH',
    pdu: {
      command: 'submit_sm',
      sequence: 6,
      destination_addr: '1',
      esm_class: 0x40,
      data_coding: 8,
      short_message: hex('050003AB0201 010D'),
    },
    bytes: `0000002A 00000004 00000000 00000006
            00 00 00 00 00 00 3100 40 00 00 00 00 00 00 08 00 08 050003AB0201010D`,
  },
  {
    name: 'submit_sm with sar parameters and message_payload',
    pdu: {
      command: 'submit_sm',
      sequence: 7,
      tlvs: { sar_msg_ref_num: 0x1234, sar_total_segments: 2, sar_segment_seqnum: 1, message_payload: ascii('abc') },
    },
    bytes: `00000038 00000004 00000000 00000007
            00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
            020C 0002 1234 020E 0001 02 020F 0001 01 0424 0003 616263`,
  },
  {
    name: 'submit_sm_resp',
    pdu: { command: 'submit_sm_resp', sequence: 5, message_id: '0A1B2C' },
    bytes: '00000017 80000004 00000000 00000005 30413142324300',
  },
  {
    name: 'deliver_sm: a receipt with parameters and a vendor parameter',
    pdu: {
      command: 'deliver_sm',
      sequence: 9,
      esm_class: 4,
      short_message: ascii('id:1'),
      tlvs: { receipted_message_id: '1', message_state: 2, network_error_code: hex('030000') },
      rawTlvs: [{ tag: 0x1400, value: hex('CAFE') }],
    },
    bytes: `0000003D 00000005 00000000 00000009
            00 00 00 00 00 00 00 04 00 00 00 00 00 00 00 00 04 69643A31
            001E 0002 3100 0427 0001 02 0423 0003 030000 1400 0002 CAFE`,
  },
  {
    name: 'deliver_sm_resp',
    pdu: { command: 'deliver_sm_resp', sequence: 9 },
    bytes: '00000011 80000005 00000000 00000009 00',
  },
  {
    name: 'data_sm',
    pdu: {
      command: 'data_sm',
      sequence: 10,
      source_addr: '1',
      destination_addr: '2',
      registered_delivery: 1,
      tlvs: { message_payload: ascii('x') },
    },
    bytes: '00000021 00000103 00000000 0000000A 00 00 00 3100 00 00 3200 00 01 00 0424 0001 78',
  },
  {
    name: 'data_sm_resp with additional status text',
    pdu: { command: 'data_sm_resp', sequence: 10, message_id: '7', tlvs: { additional_status_info_text: 'ok' } },
    bytes: '00000019 80000103 00000000 0000000A 3700 001D 0003 6F6B00',
  },
  {
    name: 'query_sm',
    pdu: {
      command: 'query_sm',
      sequence: 11,
      message_id: '7',
      source_addr_ton: 1,
      source_addr_npi: 1,
      source_addr: '3',
    },
    bytes: '00000016 00000003 00000000 0000000B 3700 01 01 3300',
  },
  {
    name: 'query_sm_resp',
    pdu: { command: 'query_sm_resp', sequence: 11, message_id: '7', message_state: 2 },
    bytes: '00000015 80000003 00000000 0000000B 3700 00 02 00',
  },
  {
    name: 'cancel_sm',
    pdu: { command: 'cancel_sm', sequence: 12, message_id: '7', source_addr: '1', destination_addr: '2' },
    bytes: '0000001B 00000008 00000000 0000000C 00 3700 00 00 3100 00 00 3200',
  },
  {
    name: 'submit_sm_resp refused: without a body',
    pdu: { command: 'submit_sm_resp', sequence: 5, status: statusCode('ESME_RTHROTTLED') },
    bytes: '00000010 80000004 00000058 00000005',
  },
  {
    name: 'deliver_sm_resp refused: its empty id stays',
    pdu: { command: 'deliver_sm_resp', sequence: 5, status: statusCode('ESME_RX_T_APPN') },
    bytes: '00000011 80000005 00000064 00000005 00',
  },
  {
    name: 'cancel_sm_resp refused',
    pdu: { command: 'cancel_sm_resp', sequence: 12, status: statusCode('ESME_RCANCELFAIL') },
    bytes: '00000010 80000008 00000011 0000000C',
  },
  {
    name: 'enquire_link',
    pdu: { command: 'enquire_link', sequence: 13 },
    bytes: '00000010 00000015 00000000 0000000D',
  },
  {
    name: 'enquire_link_resp',
    pdu: { command: 'enquire_link_resp', sequence: 13 },
    bytes: '00000010 80000015 00000000 0000000D',
  },
  { name: 'unbind', pdu: { command: 'unbind', sequence: 14 }, bytes: '00000010 00000006 00000000 0000000E' },
  { name: 'unbind_resp', pdu: { command: 'unbind_resp', sequence: 14 }, bytes: '00000010 80000006 00000000 0000000E' },
  {
    name: 'submit_multi to a phone and a list',
    pdu: {
      command: 'submit_multi',
      sequence: 17,
      source_addr_ton: 5,
      source_addr: 'A',
      dest_address: [
        { flag: 1, ton: 1, npi: 1, address: '38640' },
        { flag: 2, name: 'all' },
      ],
      short_message: ascii('x'),
    },
    bytes: `0000002F 00000021 00000000 00000011
            00 05 00 4100 02 01 01 01 333836343000 02 616C6C00 00 00 00 00 00 00 00 00 00 01 78`,
  },
  {
    name: 'submit_multi_resp',
    pdu: { command: 'submit_multi_resp', sequence: 17, message_id: '7', no_unsuccess: 0 },
    bytes: '00000013 80000021 00000000 00000011 3700 00',
  },
  {
    name: 'replace_sm',
    pdu: { command: 'replace_sm', sequence: 18, message_id: '7', source_addr: '1', short_message: ascii('new') },
    bytes: '0000001E 00000007 00000000 00000012 3700 00 00 3100 00 00 00 00 03 6E6577',
  },
  {
    name: 'generic_nack',
    pdu: { command: 'generic_nack', sequence: 15, status: statusCode('ESME_RINVCMDID') },
    bytes: '00000010 80000000 00000003 0000000F',
  },
  {
    name: 'alert_notification',
    pdu: {
      command: 'alert_notification',
      sequence: 16,
      source_addr: '1',
      esme_addr: '2',
      tlvs: { ms_availability_status: 0 },
    },
    bytes: '0000001D 00000102 00000000 00000010 00 00 3100 00 00 3200 0422 0001 00',
  },
];

describe('hex fixtures', () => {
  it.each(FIXTURES)('encodes $name', ({ pdu, bytes }) => {
    expect(encode(pdu).toString('hex')).toBe(hex(bytes).toString('hex'));
  });

  it.each(FIXTURES)('decodes $name', ({ pdu, bytes }) => {
    expect(decode(hex(bytes))).toMatchObject({ status: 0, ...pdu });
  });
});

describe('any PDU', () => {
  const octet = fc.integer({ min: 0, max: 255 });
  const latin = (max: number) =>
    fc.string({ unit: fc.integer({ min: 1, max: 255 }).map((code) => String.fromCharCode(code)), maxLength: max - 1 });
  const octets = (min: number, max: number) =>
    fc.uint8Array({ minLength: min, maxLength: max }).map((array) => Buffer.from(array));
  const destinations = fc.array(
    fc.oneof(
      fc.record({ flag: fc.constant(1 as const), ton: octet, npi: octet, address: latin(21) }),
      fc.record({ flag: fc.constant(2 as const), name: latin(21) }),
    ),
    { maxLength: 254 },
  );
  const field = (description: PduField): fc.Arbitrary<unknown> => {
    if (description.kind === 'u8') return octet;
    if (description.kind === 'cstring') return latin(description.max);
    return description.kind === 'octets' ? octets(0, 254) : destinations;
  };
  const tlvs = fc.record(
    {
      message_state: octet,
      sar_msg_ref_num: fc.integer({ min: 0, max: 0xffff }),
      qos_time_to_live: fc.integer({ min: 0, max: 0xffffffff }),
      receipted_message_id: latin(65),
      network_error_code: octets(3, 3),
      message_payload: octets(0, 2000),
      alert_on_message_delivery: fc.constant(true as const),
    },
    { requiredKeys: [] },
  );
  const rawTlvs = fc.array(fc.record({ tag: fc.integer({ min: 0x1400, max: 0x3fff }), value: octets(0, 50) }));
  const anyPdu = fc.constantFrom(...(Object.keys(COMMANDS) as CommandName[])).chain((command) => {
    const body = COMMANDS[command].body as readonly PduField[];
    const fields = Object.fromEntries(body.map((description) => [description.name, field(description)]));
    const u32 = fc.integer({ min: 0, max: 0xffffffff });
    return fc.record({ command: fc.constant(command), status: u32, sequence: u32, tlvs, rawTlvs, ...fields });
  });

  it('comes back as it was', () => {
    fc.assert(
      fc.property(anyPdu, (pdu) => {
        expect(decode(encode(pdu as PduInput))).toEqual(pdu);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('encoding checks', () => {
  const WRONG: readonly { name: string; pdu: PduInput }[] = [
    { name: 'an address of 21 digits', pdu: { command: 'submit_sm', destination_addr: '1'.repeat(21) } },
    { name: 'a short message of 255 octets', pdu: { command: 'submit_sm', short_message: Buffer.alloc(255) } },
    { name: 'a character of two octets', pdu: { command: 'submit_sm', source_addr: 'Č' } },
    { name: 'a NUL inside a string', pdu: { command: 'submit_sm', source_addr: 'a\0b' } },
    { name: 'an octet of 256', pdu: { command: 'submit_sm', data_coding: 256 } },
    { name: 'half an octet', pdu: { command: 'submit_sm', data_coding: 0.5 } },
    { name: 'a negative status', pdu: { command: 'enquire_link', status: -1 } },
    { name: 'a parameter out of its range', pdu: { command: 'submit_sm', tlvs: { message_state: 256 } } },
    { name: 'a parameter of the wrong length', pdu: { command: 'submit_sm', tlvs: { network_error_code: hex('01') } } },
    {
      name: 'a receipted id of 65 characters',
      pdu: { command: 'deliver_sm', tlvs: { receipted_message_id: 'x'.repeat(65) } },
    },
    {
      name: 'a payload over the PDU limit',
      pdu: { command: 'submit_sm', tlvs: { message_payload: Buffer.alloc(65_535) } },
    },
    {
      name: 'parameters without end',
      pdu: { command: 'submit_sm', rawTlvs: Array(3).fill({ tag: 0x1400, value: Buffer.alloc(60_000) }) },
    },
  ];

  it.each(WRONG)('refuses $name', ({ pdu }) => {
    expect(() => encode(pdu)).toThrow(PduError);
  });
});

describe('decoding what is wrong', () => {
  const failure = (bytes: string): PduError => {
    try {
      decode(hex(bytes));
    } catch (error) {
      if (error instanceof PduError) return error;
    }
    throw new Error('no PduError');
  };

  it('names the sequence and status to answer with', () => {
    expect(failure('00000012 00000004 00000000 00000021 0000')).toMatchObject({
      recoverable: true,
      sequence: 0x21,
      commandId: 4,
      status: statusCode('ESME_RINVMSGLEN'),
    });
  });

  it.each([
    ['an unknown command', '00000010 00000777 00000000 00000001', 'ESME_RINVCMDID'],
    ['a string without end', '00000013 00000003 00000000 00000001 373737', 'ESME_RINVMSGLEN'],
    [
      'a parameter that runs over the end',
      '00000017 00000003 00000000 00000001 3700000000 0427',
      'ESME_RINVOPTPARSTREAM',
    ],
  ] as const)('can continue after %s', (_, bytes, status) => {
    expect(failure(bytes)).toMatchObject({ recoverable: true, status: statusCode(status) });
  });

  it('cannot continue after a wrong length', () => {
    expect(failure('00000011 00000015 00000000 00000001')).toMatchObject({ recoverable: false });
    expect(failure('00000010 00000015 0000')).toMatchObject({ recoverable: false });
  });

  it('keeps a known parameter of an unexpected length as it came, and the second of two', () => {
    const pdu = decode(hex('00000020 00000003 00000000 00000001 3700000000 0427 0002 0002 0427 000102'));
    expect(pdu).toMatchObject({ tlvs: { message_state: 2 }, rawTlvs: [{ tag: 0x0427, value: hex('0002') }] });
  });

  it('forgives a NUL at the end that belongs to nothing', () => {
    const bare = decode(hex('00000016 00000003 00000000 00000001 3700000000 00'));
    expect(bare).toMatchObject({ message_id: '7', tlvs: {}, rawTlvs: [] });
    const behind = decode(hex('0000001C 00000003 00000000 00000001 3700000000 0427 0001 02 0000'));
    expect(behind).toMatchObject({ tlvs: { message_state: 2 }, rawTlvs: [] });
  });

  it('reads a parameter string without its NUL', () => {
    const pdu = decode(hex('0000001B 00000003 00000000 00000001 3700000000 001E 0002 4142'));
    expect(pdu.tlvs.receipted_message_id).toBe('AB');
  });

  it.each([
    ['an error without a body', '00000010 80000004 00000058 00000005', 0x58],
    ['an error with half a body', '00000012 80000004 00000058 00000005 3132', 0x58],
    ['an empty deliver_sm_resp', '00000010 80000005 00000000 00000005', 0],
    ['rubbish behind the answer', '00000015 80000004 00000000 00000005 3100 FFFFFF', 0],
  ])('takes an answer with %s', (_, bytes, status) => {
    expect(decode(hex(bytes))).toMatchObject({ status, sequence: 5 });
  });

  it('reads the id of an answer without its NUL', () => {
    expect(decode(hex('00000012 80000004 00000000 00000005 3132'))).toMatchObject({ message_id: '12' });
    expect(decode(hex('00000014 80000009 00000000 00000005 534D5343'))).toMatchObject({ system_id: 'SMSC' });
  });

  it('reads strings that are longer than the specification allows, within reason', () => {
    const resp = (length: number) => {
      const bytes = Buffer.concat([hex('00000000 80000004 00000000 00000001'), Buffer.alloc(length, 0x41), hex('00')]);
      bytes.writeUInt32BE(bytes.length);
      return decode(bytes) as Pdu<'submit_sm_resp'>;
    };
    expect(resp(80).message_id).toHaveLength(80);
    expect(() => resp(300)).toThrow(PduError);
  });
});
