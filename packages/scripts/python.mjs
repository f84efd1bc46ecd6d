// The types of the API for the Python client: every schema as a TypedDict, in the words of the wire.

/** All classes, those that others are made of first. */
export function pythonTypes({ components: { schemas } }) {
  const classes = [];
  for (const [name, schema] of Object.entries(schemas)) {
    const type = typeOf(schema, name, classes);
    if (type !== name) classes.push(`${name} = ${type}\n`);
  }
  const text = classes.join('\n\n');
  const used = ['Any', 'Dict', 'List', 'Literal', 'TypedDict', 'Union'].filter((name) =>
    new RegExp(`\\b${name}\\b`).test(text),
  );
  return `from __future__ import annotations\n\nfrom typing import ${used.join(', ')}\n\n\n${text}`;
}

const plain = { string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' };

/** `name` is that of the class, should it take one. */
function typeOf(schema, name, classes) {
  if (schema.$ref) return schema.$ref.split('/').at(-1);
  if (schema.anyOf) return union(schema.anyOf.map((part) => typeOf(part, name + variantOf(part), classes)));
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (values) return `Literal[${values.map((value) => JSON.stringify(value)).join(', ')}]`;
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeOf({ ...schema, type }, name, classes)));
  if (schema.type === 'array') return `List[${typeOf(schema.items, name, classes)}]`;
  if (schema.type === 'object' && schema.properties) return classOf(schema, name, classes);
  if (schema.type === 'object' && schema.additionalProperties?.type)
    return `Dict[str, ${typeOf(schema.additionalProperties, name, classes)}]`;
  return plain[schema.type] ?? 'Any';
}

function union(types) {
  return types.length === 1 ? types[0] : `Union[${types.join(', ')}]`;
}

/** The `kind` distinguishes the parts of a union. */
function variantOf({ properties }) {
  const kind = properties?.kind?.const ?? properties?.kind?.enum?.[0] ?? '';
  return kind.charAt(0).toUpperCase() + kind.slice(1);
}

/** Python 3.9 knows no NotRequired, so what is always there is in a class above; a field named like a keyword, too. */
function classOf({ properties, required = [], description }, name, classes) {
  const fields = Object.entries(properties).map(([field, schema]) => ({
    field,
    type: typeOf(schema, name + field[0].toUpperCase() + field.slice(1), classes),
    always: required.includes(field),
  }));
  const bases = [];
  for (const { field, type, always } of fields.filter(isKeyword)) {
    bases.push(`_${name}_${field}`);
    classes.push(
      `_${name}_${field} = TypedDict("_${name}_${field}", {"${field}": ${type}}${always ? '' : ', total=False'})\n`,
    );
  }
  const lines = (some) => some.map(({ field, type }) => `    ${field}: ${type}\n`).join('');
  const written = fields.filter((field) => !isKeyword(field));
  const always = written.filter((field) => field.always);
  const sometimes = written.filter((field) => !field.always);
  if (always.length > 0 && sometimes.length > 0) {
    bases.push(`_${name}`);
    classes.push(`class _${name}(TypedDict):\n${lines(always)}`);
  }
  const own = sometimes.length > 0 ? sometimes : always;
  const doc = description ? `    """${description.replaceAll('"', "'")}"""\n\n` : '';
  const heads = [...(bases.length > 0 ? bases : ['TypedDict']), ...(sometimes.length > 0 ? ['total=False'] : [])];
  classes.push(`class ${name}(${heads.join(', ')}):\n${doc}${lines(own)}`);
  return name;
}

function isKeyword({ field }) {
  return ['from', 'class', 'global', 'import', 'pass', 'return', 'is', 'in', 'not', 'or', 'and'].includes(field);
}
