/** The command against a service, as the service's operator. */
import { hermod } from './command.ts';
import { adminToken } from './service.ts';

export type Ended = { code: number | null; out: string; said: string };

export function operations(base: string, settings: Record<string, string> = {}) {
  const environment = { HERMOD_URL: base, HERMOD_ADMIN_TOKEN: adminToken, ...settings };

  /** What it wrote, and what it complained of. */
  async function run(args: string[], input?: string): Promise<Ended> {
    const running = hermod(args, environment, input === undefined ? {} : { input });
    const { code } = await running.exit();
    return { code, out: running.written(), said: running.complaints().join('\n') };
  }

  /** The answer of a command that has to succeed. */
  async function json<T>(args: string[], input?: string): Promise<T> {
    const { code, out, said } = await run([...args, '--json'], input);
    if (code !== 0) throw new Error(`hermod ${args.join(' ')} ended with ${code}: ${said}`);
    return JSON.parse(out) as T;
  }

  return { run, json };
}
