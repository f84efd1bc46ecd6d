import { createRequire } from 'node:module';
import { type Logger, type LoggerOptions, pino, stdSerializers } from 'pino';
import { Repeats } from './repeats.ts';

export type Log = Logger;

const warning = 40;

/**
 * Pretty on a terminal, JSON otherwise. Headers and bodies are never passed in, so they cannot leak. Warnings and errors of
 * one kind are written at most once a second; the next one states how many were suppressed.
 */
export function createLog(level: string, fields: Record<string, unknown> = {}): Log {
  const repeats = new Repeats();
  const options: LoggerOptions = {
    level,
    base: fields,
    serializers: { err: withoutValues },
    hooks: {
      logMethod(given, write, weight) {
        const log = (...all: unknown[]) => write.apply(this, all as typeof given);
        if (weight < warning) log(...given);
        else repeats.write(given, log);
      },
    },
  };
  if (!process.stdout.isTTY) return pino(options);
  // Loaded only for a terminal.
  const { build } = createRequire(import.meta.url)('pino-pretty') as typeof import('pino-pretty');
  const people = build({ sync: true, singleLine: true, ignore: 'process', translateTime: 'SYS:HH:MM:ss.l' });
  return pino(options, people);
}

/** SQLSTATEs of an unreachable, busy or stopping database, and system errors of connections and files. */
const expected = /^(08|25|40|53|55|57)[0-9A-Z]{3}$|^E[A-Z_]+$/;
const unexpectedType = /^(Type|Range|Reference|Syntax)Error$/;

/**
 * PostgreSQL's errors quote row values in `detail`, `where` and `parameters`, which may be keys, numbers or texts. Expected
 * errors have no stack: it would only point to the driver.
 */
function withoutValues(error: Error): Record<string, unknown> {
  const { type, message, stack } = stdSerializers.err(error);
  const code = (error as { code?: unknown }).code;
  const isExpected =
    type === 'Problem' ||
    (!unexpectedType.test(type) &&
      (typeof code === 'string'
        ? expected.test(code)
        : /timeout|connection terminated|connection ended|connection error/i.test(message)));
  return isExpected ? { type, message, code } : { type, message, code, stack };
}
