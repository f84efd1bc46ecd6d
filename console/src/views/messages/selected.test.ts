import { describe, expect, it } from 'vitest';
import type { Message } from './search.ts';
import { cancellable, csvOfRows, inSets, segmentsOf } from './selected.ts';

const message = (fields: Partial<Message>): Message => ({
  messageId: '019a8f3e-5c1b-7d42-9e0f-3b6a1c2d4e5f',
  status: 'DELIVERED',
  sender: 'Shop',
  destination: '+38640123456',
  country: 'SI',
  segmentCount: 1,
  encoding: 'GSM-7',
  price: 0.01,
  acceptedAt: '2026-11-16T05:00:00.000Z',
  updatedAt: '2026-11-16T05:00:01.000Z',
  ...(fields as object),
});

describe('selected messages', () => {
  it('are asked for in sets that one request takes', () => {
    expect(inSets(Array.from({ length: 2_001 }, (_, place) => place)).map(({ length }) => length)).toEqual([
      1_000, 1_000, 1,
    ]);
    expect(inSets([])).toEqual([]);
  });

  it('are cancelled while they wait; by customers while they are scheduled', () => {
    const rows = (['SCHEDULED', 'ACCEPTED', 'SENT', 'CANCELLED'] as const).map((status) => message({ status }));
    expect(cancellable(rows, false).map(({ status }) => status)).toEqual(['SCHEDULED']);
    expect(cancellable(rows, true).map(({ status }) => status)).toEqual(['SCHEDULED', 'ACCEPTED']);
    expect(segmentsOf([message({ segmentCount: 2 }), message({})])).toBe(3);
  });

  it('are a file as the service writes it, without formulas', () => {
    const rows = [message({ sender: '=Danger', content: '=HYPERLINK("http://evil.example","a")' })];
    const customer = csvOfRows(rows, { isOperator: false, hasText: true }).split('\r\n');
    expect(customer[0]).toBe(
      'messageId,status,sender,destination,country,segmentCount,encoding,price,scheduledAt,acceptedAt,updatedAt,reason,reasonText,content',
    );
    expect(customer[1]).toContain(`,DELIVERED,'=Danger,+38640123456,SI,1,GSM-7,0.01,,`);
    expect(customer[1]).toContain(`,"'=HYPERLINK(""http://evil.example"",""a"")"`);
    const operator = csvOfRows(rows, { isOperator: true, hasText: false });
    expect(operator).toMatch(/^accountId,messageId,/);
    expect(operator).not.toContain('HYPERLINK');
  });
});
