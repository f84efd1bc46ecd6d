import { exitCodes } from '../../base/problem.ts';
import { actorKinds } from '../../domain/access/actor.ts';
import { auditedKinds } from '../../domain/access/audited.ts';
import type { Row } from '../terminal/client.ts';
import { account } from '../terminal/field.ts';
import { columns, findingLines, type ShownFinding } from '../terminal/layout.ts';
import type { Output } from '../terminal/output.ts';
import type { Verb } from '../terminal/verb.ts';

export const audit: Verb = {
  summary: 'who changed what',
  example: '--from 1d --account "Corner Shop"',
  fields: {
    ...account,
    '--actor <name>': 'changes by one person, by name',
    '--actor-id <id>': 'changes by one operator, console session or API key',
    '--actor-kind <kind>': { help: 'how the person signed in', choices: actorKinds },
    '--action <action>': 'one action, such as "account create"',
    '--subject-kind <kind>': { help: 'changes of one kind of object', choices: auditedKinds },
    '--subject <id>': { help: 'changes of one thing', field: 'subjectId' },
  },
  call: 'GET /audit',
  rows: 'entries',
  pages: 'dated',
  columns: [
    ...columns('at'),
    { field: 'actorKind', absent: 'unknown (before 0.2.0)' },
    ...columns('actor~ action~ subjectId~ details~ actorId? address? subjectKind? accountId?'),
  ],
};

export const erase: Verb = {
  summary: 'erase the texts and numbers of all messages to and from a phone number',
  call: 'POST /erasures',
  confirm: 'Erase everything about {phone-number}? This cannot be undone.',
  again: 'repeat it, which is safe',
  // A very large number of messages takes minutes; `fetch` itself times out after five minutes.
  patienceMs: 300_000,
};

/** Like `hermod doctor`, for a running service: exits with 3 if there is a problem. */
export const health: Verb = {
  summary: 'state of the service, with advice',
  example: '--service https://sms.example.com',
  call: 'GET /health',
  show: showHealth,
};

async function showHealth(out: Output, answer: Row): Promise<void> {
  const checks = answer['findings'] as (Omit<ShownFinding, 'name'> & { check: string })[];
  const findings = checks.map(({ check, ...rest }): ShownFinding => ({ name: check, ...rest }));
  if (findings.some(({ verdict }) => verdict === 'problem')) process.exitCode = exitCodes.unavailable;
  await (out.json ? out.one(answer) : out.lines(findingLines(findings, out.screen)));
}
