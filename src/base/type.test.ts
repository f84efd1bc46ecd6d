import TypeBox from 'typebox';
import { expect, test } from 'vitest';
import { Type } from './type.ts';

/** Everything that is used, with options and without. */
function schemas(builders: typeof Type) {
  const Thing = builders.Object(
    {
      name: builders.String({ maxLength: 3 }),
      count: builders.Optional(builders.Integer({ minimum: 0 })),
      other: builders.Optional(builders.Ref('Other', { description: 'another' })),
      kind: builders.Enum(['a', 'b'], { default: 'a' }),
      error: builders.Union([builders.String(), builders.Null()], { description: 'why' }),
      word: builders.Literal('now'),
      figure: builders.Literal(4),
      free: builders.Unsafe<object>({ type: 'object', additionalProperties: true }),
      marks: builders.Array(builders.Boolean(), { maxItems: 3 }),
      price: builders.Number({ exclusiveMinimum: 0 }),
    },
    { $id: 'Thing' },
  );
  const Longer = builders.Object({ id: builders.String(), ...Thing.properties }, { additionalProperties: false });
  const Empty = builders.Object({ count: builders.Optional(builders.Integer()) });
  return [Thing, Longer, Empty, builders.Optional(Thing), builders.Array(builders.Ref('Thing'))];
}

test('the builders write what those of the library write, letter by letter', () => {
  expect(JSON.stringify(schemas(Type))).toBe(JSON.stringify(schemas(TypeBox)));
});

test('what is optional here is optional where its properties are taken over', () => {
  const [thing, longer] = schemas(Type) as unknown as { required: string[] }[];
  expect(thing!.required).not.toContain('count');
  expect(longer!.required).toEqual(['id', ...thing!.required]);
});
