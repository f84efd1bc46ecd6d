import { type TSchema, Type } from '../../base/type.ts';
import { errorResponse } from '../schemas/errors.ts';
import { answer } from '../schemas/messages.ts';
import { csvErrors, csvSchema } from './csv-body.ts';
import type { AnyDeclaration, Audience, Problems, Responses } from './declaration.ts';

/** The schema by which an operation is validated and documented. */
export function schemaOf(
  audience: Audience,
  declared: AnyDeclaration,
  url: string,
  problems: Problems<string>,
): object {
  const { id, tag, params, query, headers, body, csv } = declared;
  const names = [...url.matchAll(/:(\w+)/g)].map(([, name]) => [name, Type.String({ format: 'uuid' })]);
  return {
    operationId: id,
    summary: declared.summary,
    ...(declared.description && { description: declared.description }),
    tags: [tag],
    ...(names.length > 0 && { params: params ?? Type.Object(Object.fromEntries(names)) }),
    ...(query && { querystring: query }),
    ...(headers && { headers }),
    ...(body && { body: nameOf(body) === undefined ? body : { $ref: `${nameOf(body)}#` } }),
    ...(csv && csvSchema(csv)),
    response: {
      ...successOf(declared),
      ...audience.errors(query !== undefined),
      ...refusalsOf(audience, declared, problems),
      ...(csv && csvErrors(csv)),
      ...declared.responses,
    },
  };
}

const nameOf = (schema: TSchema) => (schema as { $id?: string }).$id;

function successOf({ answer: given, status = 200 }: AnyDeclaration): Responses {
  if (typeof given === 'string') return { 204: { description: given, type: 'null' } };
  if (!Array.isArray(given)) return { [status]: given };
  const [schema, description] = given as [TSchema, string];
  return { [status]: answer(nameOf(schema)!, description) };
}

function refusalsOf(audience: Audience, declared: AnyDeclaration, problems: Problems<string>): Responses {
  const { unknown = declared.ofAccount ? 'account' : undefined, problems: documented = {} } = declared;
  const responses: Record<number, object> = {};
  if (unknown !== undefined) {
    const example = `error: 404 - There is no such ${unknown}`;
    responses[404] = errorResponse(audience.describeUnknown(unknown), { unknown: example });
  }
  for (const [name, description] of Object.entries(documented)) {
    const [status, text] = problems[name]!;
    responses[status] = errorResponse(description!, { conflict: `error: ${status} - ${text}` });
  }
  return responses;
}
