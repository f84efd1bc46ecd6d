import { readJson } from '../../json.ts';
import { type Fields, fieldsIn } from '../parameters.ts';
import { JasminFault } from './request.ts';

/** The arguments of `/send`: of its query, and of its body, a form or JSON. */
export function argumentsOf(query: Fields, body: Buffer | undefined, type = ''): Fields {
  if (body === undefined || body.length === 0) return query;
  const posted = type.startsWith('application/json') ? jsonFields(body) : fieldsIn(body.toString('latin1'));
  return new Map([...query, ...posted]);
}

/**
 * A flat object of texts and numbers, with `_` for `-` where a language cannot write it. A text in Unicode is given as text here,
 * and not as the bytes of its coding.
 */
export function jsonFields(body: Buffer): Fields {
  const given = parsed(body);
  const fields = new Map<string, Buffer>();
  for (const [name, value] of Object.entries(given)) {
    if (typeof value !== 'string' && typeof value !== 'number')
      throw new JasminFault(`Argument [${name.slice(0, 40)}] has an invalid value: it must be a text or a number.`);
    fields.set(name.replaceAll('_', '-'), Buffer.from(`${value}`));
  }
  const content = fields.get('content');
  if (content !== undefined && fields.get('coding')?.toString() === '8')
    fields.set('content', Buffer.from(content.toString(), 'utf16le').swap16());
  return fields;
}

function parsed(body: Buffer): object {
  try {
    const given = readJson(body);
    if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given;
  } catch {
    // Said below.
  }
  throw new JasminFault('Cannot parse JSON data', 412);
}
