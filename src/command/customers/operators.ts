import { type Command, Option } from 'commander';
import { at, type Row } from '../terminal/client.ts';
import { confirm } from '../terminal/confirm.ts';
import {
  type Common,
  extras,
  listWhole,
  operating,
  operation,
  type Session,
  texts,
  whole,
  yesOption,
} from '../terminal/operation.ts';
import { note } from '../terminal/output.ts';
import { idOf } from '../terminal/resolve.ts';

const columns = [
  ...whole('operatorId'),
  ...texts('name'),
  ...whole('role', 'grants', 'hasPassword', 'hasTotp'),
  ...extras('lastLoginAt', 'createdAt'),
];

const roleOption = (help: string): Option => new Option('--role <role>', help).choices(['admin', 'support']);
const grantOption = (): Option =>
  new Option('--grant <what...>', 'let support read text or keys, too').choices(['text', 'keys']);

type AddOptions = Common & { name: string; role: string; grant?: string[] };
type ChangeOptions = Common & {
  role?: string;
  grant?: string[];
  /** Commander turns `--no-grants` and `--no-password` into these. */
  grants: boolean;
  password: boolean;
  resetTotp?: boolean;
};

export function registerOperators(program: Command): void {
  const operators = program.command('operators').description('who logs in to the console, and as what');

  operation(operators, 'list', 'list operators', 'hermod operators list').action(
    operating((session) => listWhole(session, { path: '/operators', things: 'operators', columns })),
  );

  operation(
    operators,
    'add',
    'create an operator and print a link to log in',
    'hermod operators add --name Anna --role support',
  )
    .requiredOption('--name <name>', 'of the person')
    .addOption(roleOption('admin or support').makeOptionMandatory())
    .addOption(grantOption())
    .action(
      operating(async (session, { name, role, grant = [] }: AddOptions) => {
        const created = await session.api.call('POST', '/operators', { body: { name, role, grants: grant } });
        await showLink(session, created['link'] as Row, created);
      }),
    );

  operation(operators, 'change <operator>', 'change an operator', 'hermod operators change Anna --role admin')
    .addOption(roleOption('admin or support'))
    .addOption(grantOption())
    .option('--no-grants', 'take all grants away')
    .option('--no-password', 'take the password away: then only a link leads in')
    .option('--reset-totp', 'ask for no codes any more')
    .action(
      operating(async ({ api, out }, options: ChangeOptions, operator: string) => {
        const body = {
          ...(options.role === undefined ? {} : { role: options.role }),
          ...(options.grant === undefined && options.grants ? {} : { grants: options.grants ? options.grant : [] }),
          ...(options.password ? {} : { password: null }),
          ...(options.resetTotp ? { resetTotp: true } : {}),
        };
        await out.one(await api.call('PATCH', at`/operators/${await idOf(api, 'operator', operator)}`, { body }));
      }),
    );

  operation(
    operators,
    'link <operator>',
    'print a link to log in as an operator, once',
    'hermod operators link Anna',
  ).action(
    operating(async (session, _options, operator: string) => {
      const path = at`/operators/${await idOf(session.api, 'operator', operator)}/links`;
      const link = await session.api.call('POST', path);
      await showLink(session, link, link);
    }),
  );

  operation(operators, 'delete <operator>', 'delete an operator; its sessions end', 'hermod operators delete Anna')
    .addOption(yesOption())
    .action(
      operating(async ({ api, out }, { yes }: Common & { yes?: boolean }, operator: string) => {
        const id = await idOf(api, 'operator', operator);
        await confirm(`Delete the operator ${operator}?`, yes);
        await api.call('DELETE', at`/operators/${id}`);
        await out.done(`the operator ${operator} is deleted`, { operatorId: id });
      }),
    );
}

/** The link alone, for whoever copies it. */
async function showLink({ out }: Session, link: Row, whole: Row): Promise<void> {
  note('whoever has the link gets in: once, within ten minutes');
  await (out.json ? out.one(whole) : out.lines([String(link['url'])]));
}
