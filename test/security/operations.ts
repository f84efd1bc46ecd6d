/** Every endpoint of an OpenAPI document with a valid request, so that a new endpoint is covered as soon as it is documented. */
import { randomUUID } from 'node:crypto';

export type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
};
export type Operation = {
  operationId: string;
  parameters?: { name: string; in: string; schema?: Schema }[];
  requestBody?: { content: Record<string, { schema?: Schema; examples?: Record<string, { value: unknown }> }> };
};
export type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

export type Request = { name: string; method: string; path: string; type?: string; body?: string; hasId: boolean };

/** Values by the name of the field or parameter; any other name gets a value of the right shape. */
export type Known = Readonly<Record<string, string | string[] | undefined>>;

export function requestsOf(document: Document, known: Known): Request[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path: path.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(`${known[name]?.toString() ?? randomUUID()}`),
      ),
      hasId: path.includes('{'),
      ...bodyOf(operation, document, known),
    })),
  );
}

function bodyOf({ requestBody }: Operation, document: Document, known: Known): { type?: string; body?: string } {
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (type === undefined || content === undefined) return {};
  if (!type.includes('json')) return { type, body: 'country,unit_price\nSI,0.01\n' };
  return { type, body: JSON.stringify(sample(content.schema ?? {}, '', document, known)) };
}

/** The smallest value that a schema allows. */
function sample(schema: Schema, name: string, document: Document, known: Known): unknown {
  const { $ref, anyOf, oneOf, allOf } = schema;
  if ($ref !== undefined)
    return sample(document.components.schemas[$ref.split('/').at(-1)!] ?? {}, name, document, known);
  if (known[name] !== undefined) return known[name];
  if (allOf) return Object.assign({}, ...allOf.map((part) => sample(part, name, document, known)));
  const choice = (anyOf ?? oneOf)?.[0];
  if (choice) return sample(choice, name, document, known);
  if (schema.enum) return schema.enum[0];
  return schema.const ?? schema.default ?? plain(schema, name, document, known);
}

function plain(schema: Schema, name: string, document: Document, known: Known): unknown {
  const type = [schema.type].flat()[0] ?? 'string';
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([key]) => schema.required?.includes(key))
          .map(([key, property]) => [key, sample(property, key, document, known)]),
      );
    case 'array':
      return [sample(schema.items ?? {}, name, document, known)];
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    default:
      return schema.format === 'uuid' ? randomUUID() : 'text';
  }
}
