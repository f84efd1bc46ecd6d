import { createHash } from 'node:crypto';
import type { SendRequest } from './send.ts';

/** Of the fields that count, with their defaults: spaces and the order of fields do not make another request. */
export function requestHash({
  sender,
  destinations,
  message,
  deliveryReportUrl,
  scheduledTime,
  priceReport,
  validitySeconds,
  fallbackSeconds,
}: SendRequest): Buffer {
  const fields = [
    sender,
    destinations,
    message.content,
    message.isUnicode ?? false,
    deliveryReportUrl,
    // 1e400 is read as infinity, which JSON does not know: it would count as no time at all.
    Number.isFinite(scheduledTime) ? scheduledTime : scheduledTime?.toString(),
    priceReport ?? false,
    // Only where it is given: answers that were stored before there was such a field stay those to the same requests.
    ...(validitySeconds === undefined ? [] : [validitySeconds]),
    ...(fallbackSeconds === undefined ? [] : [`fallback ${fallbackSeconds}`]),
  ];
  return createHash('sha256').update(JSON.stringify(fields)).digest();
}

/** A signature allows others to change the white space of a mail: that must not make another request of it. */
export function withoutBlanks<T>(value: T): T {
  const clean = (_name: string, part: unknown) => (typeof part === 'string' ? part.replaceAll(/\s+/g, '') : part);
  return JSON.parse(JSON.stringify(value, clean)) as T;
}
