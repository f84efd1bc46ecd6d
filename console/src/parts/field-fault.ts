/**
 * Which of the fields of a form the service complains about: it names it first ("url must be …", "destinations.0 is …"). A
 * form with one field has nothing else that could be wrong.
 */
export function fieldOf(text: string, fields: readonly string[]): string | undefined {
  const [whole = ''] = /^[\w.]*/.exec(text) ?? [];
  const [first = ''] = whole.split('.', 1);
  const found = [whole, first].find((name) => fields.includes(name));
  if (found !== undefined) return found;
  return fields.length === 1 ? fields[0] : undefined;
}

/** Beside its field a complaint need not begin with the field's name: "costs: …". */
export function complaintOf(text: string, field: string | undefined): string {
  return field !== undefined && text.startsWith(`${field}: `) ? text.slice(field.length + 2) : text;
}
