import { Command, CommanderError } from 'commander';
import { registerListen } from '../tools/listen/command.ts';
import { registerSmsc } from '../tools/smsc/command.ts';
import { exitCodes, Problem } from './base/problem.ts';
import { table } from './base/table.ts';
import { version } from './base/version.ts';
import { registerOperations } from './command/register.ts';
import { type Config, describeConfig, ignoredSettings, readConfig, settings } from './config/config.ts';
import { completionScript, shells } from './host/commands/completion.ts';

/** Flags of the settings that people type; each overrides the environment variable of its setting. */
const flags = [
  { flag: '--host <address>', setting: settings.host },
  { flag: '--port <port>', setting: settings.port },
  { flag: '--data-dir <folder>', setting: settings.dataDir },
  { flag: '--database-url <url>', setting: settings.databaseUrl },
  { flag: '--processes <count>', setting: settings.processes },
  { flag: '--log-level <level>', setting: settings.logLevel },
];

function withFlags(command: Command): Command {
  for (const { flag, setting } of flags) command.option(flag, `${setting.help} (${setting.name})`);
  return command;
}

function configFrom(command: Command): Config {
  const given = command.opts<Record<string, string>>();
  const environment = { ...process.env };
  for (const { flag, setting } of flags) {
    const name = flag
      .slice(2)
      .split(' ')[0]!
      .replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    if (given[name] !== undefined) environment[setting.name] = given[name];
  }
  return readConfig(environment);
}

const program = new Command('hermod')
  .description('A self-hosted SMS platform')
  .version(version, '-V, --version', 'print the version')
  .exitOverride()
  .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'hermod: ')) });

// The service is loaded only by the commands that need it: the others start in half the time.
program.commandsGroup('This machine:');
withFlags(program.command('start'))
  .description('start everything this machine runs')
  .option('--paused', 'send no message, on any node, until hermod resume all: for the first start after a restore')
  .action(async (options: { paused?: boolean }, command: Command) =>
    (await import('./host/start.ts')).start(configFrom(command), options),
  );

program
  .command('reload')
  .description('replace all running processes one by one, without dropping a request')
  .option('--data-dir <folder>', `${settings.dataDir.help} (${settings.dataDir.name})`)
  .option('--wait', 'exit when it is done, with 3 if it has failed')
  .action(async (options: { wait?: boolean }, command: Command) =>
    (await import('./host/commands/reload.ts')).reload(configFrom(command), options),
  );

withFlags(program.command('config'))
  .description('print the effective settings, secrets hidden')
  .option('--json', 'as JSON')
  .action((options: { json?: boolean }, command: Command) => {
    for (const warning of ignoredSettings(process.env)) console.error(`hermod: ${warning}`);
    const rows = describeConfig(configFrom(command));
    const asJson = () => JSON.stringify(Object.fromEntries(rows.map(({ name, value }) => [name, value])), null, 2);
    console.log(
      options.json
        ? asJson()
        : table(
            ['Setting', 'Value', 'Meaning'],
            rows.map((row) => [row.name, row.value, row.help]),
          ),
    );
  });

withFlags(program.command('migrate'))
  .description('bring the database schema up to date and exit')
  .option('--drop-old', `also drop weeks that are older than ${settings.retentionDays.name}`)
  .action(async (options: { dropOld?: boolean }, command: Command) =>
    (await import('./host/commands/migrate.ts')).migrateCommand(configFrom(command), options),
  );

withFlags(program.command('doctor'))
  .description('check Node, PostgreSQL, ports and settings, and print what to do')
  .option('--json', 'as JSON')
  .action(async (options: { json?: boolean }, command: Command) =>
    (await import('./host/commands/doctor.ts')).doctor(() => configFrom(command), options),
  );

program
  .command('systemd')
  .description('print a systemd unit for this package')
  .action(async () => console.log((await import('./host/commands/systemd.ts')).systemdUnit().trimEnd()));

const secrets = program.command('secrets').description('the encryption of secrets in the database');
withFlags(secrets.command('status'))
  .description('what is encrypted, and by which key')
  .action(async (_, command: Command) =>
    (await import('./host/commands/secrets.ts')).secretsStatus(configFrom(command)),
  );
withFlags(secrets.command('rotate'))
  .description('encrypt all secrets again with a new data key, under the current HERMOD_SECRET_KEY')
  .action(async (_, command: Command) =>
    (await import('./host/commands/secrets.ts')).rotateSecrets(configFrom(command)),
  );
withFlags(secrets.command('decrypt'))
  .description('store all secrets in plain text, to go back to release 0.1.0')
  .action(async (_, command: Command) =>
    (await import('./host/commands/secrets.ts')).decryptSecrets(configFrom(command)),
  );

registerSmsc(program);
registerListen(program);

program
  .command('completion')
  .description('print a completion script for your shell')
  .argument('<shell>', shells.join(', '))
  .action((shell: string) => console.log(completionScript(shell, program)));

registerOperations(program);
pointToHelp(program, 'hermod');

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = report(error);
}

/** A usage error points to the help of its own command. */
function pointToHelp(command: Command, path: string): void {
  command.showHelpAfterError(`Run ${path} --help for ${command.commands.length > 0 ? 'the commands' : 'its options'}.`);
  for (const sub of command.commands) pointToHelp(sub, `${path} ${sub.name()}`);
}

function report(error: unknown): number {
  // Commander has already printed the error; help and version end here too.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage;
  if (error instanceof Problem) {
    console.error(`hermod: ${error.line}`);
    return error.exitCode;
  }
  console.error('hermod: something unexpected happened. Please report this:', error);
  return exitCodes.unexpected;
}
