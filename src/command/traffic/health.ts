import type { Command } from 'commander';
import { exitCodes } from '../../base/problem.ts';
import type { Row } from '../terminal/client.ts';
import { type Finding, findingLines } from '../terminal/findings.ts';
import { operating, operation } from '../terminal/operation.ts';

type Report = {
  findings: { check: string; verdict: Finding['verdict']; text: string; advice?: string }[];
  processes: Row[];
};

/** Like `hermod doctor`, for a running service: exits with 3 if there is a problem. */
export function registerHealth(program: Command): void {
  operation(
    program,
    'health',
    'how the service is doing, and what to do about it',
    'hermod health --service https://sms.example.com',
  ).action(
    operating(async ({ api, out }) => {
      const report = (await api.call('GET', '/health')) as Report & Row;
      const findings = report.findings.map(({ check, ...rest }): Finding => ({ name: check, ...rest }));
      if (findings.some(({ verdict }) => verdict === 'problem')) process.exitCode = exitCodes.unavailable;
      await (out.json ? out.one(report) : out.lines(findingLines(findings, out.screen)));
    }),
  );
}
