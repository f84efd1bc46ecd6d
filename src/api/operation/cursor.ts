import { isUuid } from '../../domain/uuid.ts';
import { HttpError } from '../server/errors.ts';

/** An opaque text, so that its content may change. It contains only the last id of the page. */
export function toCursor(id: string): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
}

export function fromCursor(cursor: string): string {
  const hex = Buffer.from(cursor, 'base64url').toString('hex');
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  if (!isUuid(id) || toCursor(id) !== cursor) throw new HttpError(400, 'cursor is not one that this service has given');
  return id;
}
