import type { FastifySchemaValidationError } from 'fastify';
import { expect, test } from 'vitest';
import { shapeRefusal } from './validation.ts';

type Fault = Partial<FastifySchemaValidationError>;
const fault = ({ instancePath = '', keyword = 'type', params = {} }: Fault): FastifySchemaValidationError => ({
  instancePath,
  keyword,
  params,
  schemaPath: '',
  message: 'is wrong',
});
const missing = (field: string, instancePath = '') =>
  fault({ instancePath, keyword: 'required', params: { missingProperty: field } });
const type = (instancePath: string, expected: string) => fault({ instancePath, params: { type: expected } });
const tooMany = fault({ instancePath: '/destinations', keyword: 'maxItems', params: { limit: 3 } });

const textOf = (faults: FastifySchemaValidationError[], body: unknown = {}) => shapeRefusal(faults, body)?.message;

test('no fault, no refusal', () => expect(textOf([])).toBeUndefined());

test('each field has its code, every other one 7', () => {
  expect(textOf([missing('sender')])).toBe('Error: 2 - Invalid sender (from): sender is missing');
  expect(textOf([missing('content', '/message')])).toBe(
    'Error: 1 - Message too long or empty: message.content is missing',
  );
  expect(textOf([type('/destinations/0', 'string')])).toBe(
    'Error: 3 - Invalid recipient (to) number: destinations.0 must be a text',
  );
  expect(textOf([type('/scheduledTime', 'integer')], { scheduledTime: '1' })).toBe(
    'Error: 5 - scheduledTime must be a valid Unix timestamp: scheduledTime must be a whole number',
  );
  expect(textOf([type('/priceReport', 'boolean')])).toBe(
    'Error: 7 - Message rejected: priceReport must be true or false',
  );
  expect(textOf([type('', 'object')], [])).toBe('Error: 7 - Message rejected: the body must be an object');
});

test('sender, message, time, destinations, number of them, anything else: in this order, whatever the order found', () => {
  const faults = [
    type('/priceReport', 'boolean'),
    tooMany,
    type('/destinations/2', 'string'),
    type('/scheduledTime', 'integer'),
    missing('message'),
    missing('sender'),
  ];
  const codes: string[] = [];
  while (faults.length > 0) {
    codes.push(textOf(faults, { scheduledTime: 'a' })!.slice(0, 8));
    faults.pop();
  }
  expect(codes).toEqual([2, 1, 5, 3, 7, 7].map((code) => `Error: ${code}`));
  expect(textOf([tooMany])).toBe('Error: 7 - Message rejected: at most 3 destinations in one request');
});

test('a number as time has the right shape, whatever number it is; that is for the rules of sending', () => {
  const fraction = type('/scheduledTime', 'integer');
  expect(textOf([fraction], { scheduledTime: 1.5 })).toBeUndefined();
  expect(textOf([fraction, missing('sender')], { scheduledTime: 1.5 })).toContain('sender is missing');
});

test('no body at all is said to be empty', () => {
  expect(shapeRefusal([type('', 'object')], undefined)?.message).toBe(
    'Error: 7 - Message rejected: the request body is empty, a JSON object is expected',
  );
});
