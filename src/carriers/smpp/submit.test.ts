import { describe, expect, it } from 'vitest';
import { split } from '../../domain/text/text.ts';
import { readSettings } from './settings.ts';
import { submitRequests } from './submit.ts';

const now = new Date('2025-06-01T12:00:00Z');
const message = {
  sender: 'Hermod',
  destination: '+38640123456',
  parts: ['Hi'],
  encoding: 'GSM-7',
  reference: 7,
  validUntil: new Date('2025-06-03T12:00:00Z'),
} as const;

const requests = (query: string, change: object = {}) =>
  submitRequests({ ...message, ...change }, readSettings(`smpp://a:b@c?${query}`), now);

describe('the requests of a message', () => {
  it('say where from, where to, what, how long and that a receipt is wanted', () => {
    expect(requests('')).toEqual([
      {
        command: 'submit_sm',
        service_type: '',
        source_addr_ton: 5,
        source_addr_npi: 0,
        source_addr: 'Hermod',
        dest_addr_ton: 1,
        dest_addr_npi: 1,
        destination_addr: '38640123456',
        validity_period: '000002000000000R',
        registered_delivery: 1,
        esm_class: 0,
        data_coding: 0,
        short_message: Buffer.from('Hi'),
      },
    ]);
  });

  it('follow the settings of the carrier', () => {
    const query =
      'service_type=WAP&source_ton=3&source_npi=8&dest_ton=0&dest_npi=0&validity=absolute&receipts=failures';
    expect(requests(query)[0]).toMatchObject({
      service_type: 'WAP',
      source_addr_ton: 3,
      source_addr_npi: 8,
      dest_addr_ton: 0,
      dest_addr_npi: 0,
      validity_period: '250603120000000+',
      registered_delivery: 2,
    });
    expect(requests('validity=none&receipts=none')[0]).toMatchObject({ validity_period: '', registered_delivery: 0 });
  });

  it('are one per part', () => {
    const parts = split('č'.repeat(200), 'UCS-2');
    expect(requests('', { parts, encoding: 'UCS-2' }).map((request) => request.short_message?.[5])).toEqual([1, 2, 3]);
  });
});
