import { hash } from 'node:crypto';
import type { SendRequest, TemplateChoice } from './send.ts';

/** The SHA-256 of the fields with their defaults applied, in hex: spaces and the order of fields do not matter. */
export function requestHash(request: SendRequest): string {
  const { template, scheduledTime, validitySeconds, fallbackSeconds, reference } = request;
  const fields = [
    request.sender,
    request.destinations,
    request.message.content,
    request.message.isUnicode ?? false,
    request.deliveryReportUrl,
    // 1e400 parses as infinity, which JSON would write as null, as if no time were given.
    Number.isFinite(scheduledTime) ? scheduledTime : scheduledTime?.toString(),
    request.priceReport ?? false,
    // Only if given, so that hashes stored before this field existed still match.
    ...(validitySeconds === undefined ? [] : [validitySeconds]),
    ...(fallbackSeconds === undefined ? [] : [`fallback ${fallbackSeconds}`]),
    ...(reference === undefined ? [] : [`reference ${reference}`]),
    ...(template === undefined ? [] : [templateFields(template)]),
  ];
  return hash('sha256', JSON.stringify(fields));
}

/** For a request that sends messages again. No send request has the same fields. */
export const resendHash = (messageIds: readonly string[]): string =>
  hash('sha256', JSON.stringify(['resend', messageIds]));
/** The template as named: a repeated request is the same one after the template has changed or is deleted. */
function templateFields({ id, name, language, version, variables = {} }: TemplateChoice): unknown[] {
  const sorted = Object.entries(variables).sort(([one], [other]) => (one < other ? -1 : 1));
  return [id?.toLowerCase(), name, language, version, sorted];
}

/** E-mail signatures allow relays to change white space, which must not make it a different request. */
export function withoutBlanks<T>(value: T): T {
  const clean = (_name: string, part: unknown) => (typeof part === 'string' ? part.replaceAll(/\s+/g, '') : part);
  return JSON.parse(JSON.stringify(value, clean)) as T;
}
