/**
 * Which of the fields of a form the service complains about: it names it first ("url must be …", "destinations.0 is …"). A
 * form with one field has nothing else that could be wrong.
 */
export function fieldOf(text: string, fields: readonly string[]): string | undefined {
  const [first = ''] = text.split(/[^\w]/, 1);
  if (fields.includes(first)) return first;
  return fields.length === 1 ? fields[0] : undefined;
}
