/** One event of a stream, as it is written. JSON has no line ends. */
export function eventText(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Behind the events of a tick: where whoever has read them goes on. A browser notes it without an event. */
export function idText(at: number): string {
  return `id: ${at}\n\n`;
}

/** From `Last-Event-ID`: a time in milliseconds; undefined if it is none of ours. */
export function timeOfId(id: string): number | undefined {
  return /^\d{1,15}$/.test(id) ? Number(id) : undefined;
}
