/** A server-sent event. JSON contains no line breaks. */
export function eventText(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Written after the events of a tick: the id from which a client resumes. A browser stores it without an event. */
export function idText(at: number): string {
  return `id: ${at}\n\n`;
}

/** The time of a `Last-Event-ID`, in milliseconds; undefined if it is not one of this service. */
export function timeOfId(id: string): number | undefined {
  return /^\d{1,15}$/.test(id) ? Number(id) : undefined;
}
