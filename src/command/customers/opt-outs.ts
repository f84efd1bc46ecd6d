import { csvLine } from '../../domain/csv/writer.ts';
import type { CommandSession } from '../terminal/access.ts';
import { counted } from '../terminal/cell.ts';
import type { Row } from '../terminal/client.ts';
import { type CommandFields, listed } from '../terminal/field.ts';
import { readBytes } from '../terminal/input.ts';
import { columns } from '../terminal/layout.ts';
import { printNote } from '../terminal/output.ts';
import type { Noun, VerbInput } from '../terminal/verb.ts';

const keywordFields = (keyword: string): CommandFields => ({
  [`--answer-${keyword} <text>`]: `reply to ${keyword.toUpperCase()}; "" for none`,
  [`--words-${keyword} <words>`]: listed(
    `further keywords for ${keyword.toUpperCase()}, separated by commas; "" for none`,
  ),
});

export const optOuts: Noun = {
  summary: 'recipients who opted out',
  verbs: {
    'list <account>': {
      summary: 'list opt-outs',
      fields: {
        '--number <number>': 'of one number, also after it was erased',
        '--sender <sender>': 'of one sender only',
      },
      call: 'GET /accounts/{account}/opt-outs',
      rows: 'optOuts',
      pages: 'dated',
      columns: columns('number sender source createdAt optOutId?'),
    },
    'add <account> <number>': {
      summary: 'add a number to the opt-outs of an account',
      fields: {
        '--sender <sender>': 'for this sender only (default: for all of the account)',
        '<number>': { help: '', field: 'numbers', read: (number) => [number] },
      },
      call: 'POST /accounts/{account}/opt-outs',
      done: '{number} gets no more messages from {account}',
    },
    'remove <account> <opt-out-id>': {
      summary: 'remove an opt-out; the account can send to the number again',
      call: 'DELETE /accounts/{account}/opt-outs/{opt-out-id}',
      confirm: 'Let {account} send to this number again? Only do so if the recipient asked for it.',
      done: '{account} may send to it again',
    },
    'import <account> <file>': {
      summary: 'add the numbers of a CSV file (- is standard input)',
      example: 'numbers.csv',
      hint: 'One number per line, or a header with the columns number and sender',
      act: async ({ api, out }, { typed, path }) => {
        const upload = { type: 'text/csv', bytes: await readBytes(typed['file'] as string) } as const;
        printNote('importing');
        const imported = await api.call('POST', path('/accounts/{account}/opt-outs/import'), { upload });
        await out.done(`${counted(imported['added'], 'number')} added for ${String(typed['account'])}`, imported);
      },
    },
    'export <account>': { summary: 'print all opt-outs as CSV that import accepts', act: exportOptOuts },
    'settings <account>': {
      summary: 'show or change keywords and replies',
      example: '--languages en,sl --answer-stop "You get no more messages."',
      fields: {
        '--scope <scope>': 'what STOP stops: account, or sender',
        '--languages <codes>': listed('languages of the keywords, such as en,sl'),
        '--on': { help: 'let keywords change the list', field: 'enabled', value: true },
        '--off': { help: 'ignore keywords; the list still applies', field: 'enabled', value: false },
        ...keywordFields('stop'),
        ...keywordFields('start'),
        ...keywordFields('help'),
      },
      act: changeSettings,
    },
  },
};

const csvFields = ['optOutId', 'number', 'sender', 'source', 'createdAt'];

async function exportOptOuts({ api, out }: CommandSession, { path }: VerbInput): Promise<void> {
  const line = (cells: readonly string[]) => csvLine(cells).trimEnd();
  await out.lines([line(csvFields)]);
  for await (const row of api.rows(path('/accounts/{account}/opt-outs'), 'optOuts', {}, Number.POSITIVE_INFINITY)) {
    // An erased opt-out has no number to import.
    if (row['number'] === null) continue;
    const cells = csvFields.map((field) => row[field]);
    await out.lines([line(cells.map((cell) => (typeof cell === 'string' ? cell : '')))]);
  }
}

async function changeSettings({ api, out }: CommandSession, { fields, path }: VerbInput): Promise<void> {
  const settings = path('/accounts/{account}/opt-outs/settings');
  const now = await api.call('GET', settings);
  const { scope, languages, enabled } = fields;
  const answers = byKeyword(fields, 'answer');
  const words = byKeyword(fields, 'words');
  // Answers are replaced as a whole.
  const merged = Object.entries({ ...(now['answers'] as Row), ...answers }).filter(([, text]) => text !== '');
  const body = {
    ...Object.fromEntries(Object.entries({ scope, languages, enabled }).filter(([, value]) => value !== undefined)),
    ...(answers === undefined ? {} : { answers: Object.fromEntries(merged) }),
    ...(words === undefined ? {} : { words }),
  };
  await out.one(Object.keys(body).length === 0 ? now : await api.call('PATCH', settings, { body }));
}

/** `answerStop` as `STOP`. */
function byKeyword(fields: Row, prefix: 'answer' | 'words'): Row | undefined {
  const given = Object.entries(fields).filter(([name]) => name.startsWith(prefix));
  const entries = given.map(([name, value]) => [name.slice(prefix.length).toUpperCase(), value]);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
