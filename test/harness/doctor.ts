/** What `hermod doctor --json` finds, without a process of its own for each look. */
import { vi } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import type { Finding } from '../../src/domain/health/finding.ts';
import { doctor } from '../../src/host/commands/doctor.ts';
import { secretKey } from './database.ts';

export async function doctorFindings(settings: Record<string, string>): Promise<Finding[]> {
  const written = vi.spyOn(console, 'log').mockImplementation(() => {});
  try {
    await doctor(() => readConfig({ HERMOD_SECRET_KEY: secretKey, ...settings }), { json: true });
    return JSON.parse(String(written.mock.calls[0]?.[0])) as Finding[];
  } finally {
    written.mockRestore();
    process.exitCode = undefined;
  }
}
