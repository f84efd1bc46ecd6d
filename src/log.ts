import { type Logger, pino, stdSerializers } from 'pino';
import pretty from 'pino-pretty';

export type Log = Logger;

/** Pretty on a terminal, JSON otherwise. Nothing here sees a header or a body: what is not handed in cannot leak. */
export function createLog(level: string, fields: Record<string, unknown> = {}): Log {
  const options = { level, base: fields, serializers: { err: withoutValues } };
  if (!process.stdout.isTTY) return pino(options);
  return pino(options, pretty({ sync: true, singleLine: true, ignore: 'process', translateTime: 'SYS:HH:MM:ss.l' }));
}

/** PostgreSQL's errors quote row values in `detail`, `where` and `parameters`; those may be keys, numbers or texts. */
function withoutValues(error: Error): Record<string, unknown> {
  const { type, message, stack } = stdSerializers.err(error);
  return { type, message, code: (error as { code?: unknown }).code, stack };
}
