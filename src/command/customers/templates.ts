import { type CommandField, type CommandFields, required } from '../terminal/field.ts';
import { jsonIn, typedJson } from '../terminal/input.ts';
import { columns } from '../terminal/layout.ts';
import type { Noun } from '../terminal/verb.ts';

const role = 'customer';
const texts: CommandField = { help: 'texts by language, as JSON: {"en": "Hi {{name}}"}', read: jsonIn };
const content: CommandFields = {
  '--variables <file>': { help: 'variables, as JSON: [{"name": "name", "type": "text"}]', read: jsonIn },
  '--default-language <language>': 'language of requests in a language without a text',
};
const version: CommandField = { help: 'version (default: the newest)', read: Number };

export const templateVariables: CommandField = {
  help: 'values of the variables, as JSON: {"name": "Ana", "amount": 12.5}',
  read: typedJson,
};

export const templates: Noun = {
  summary: 'texts with placeholders, with the key of an account',
  verbs: {
    list: {
      role,
      summary: 'list templates',
      call: 'GET /templates',
      rows: 'templates',
      pages: 'limited',
      columns: columns('templateId name #version defaultLanguage? updatedAt?'),
    },
    'show <template-id>': { role, summary: 'show a template', call: 'GET /templates/{template-id}' },
    'versions <template-id>': {
      role,
      summary: 'show the versions of a template',
      call: 'GET /templates/{template-id}/versions',
      show: (out, answer) => out.one(answer),
    },
    'create <name>': {
      role,
      summary: 'create a template',
      example: '--texts texts.json --variables variables.json',
      fields: { '--texts <file>': required(texts), ...content },
      call: 'POST /templates',
    },
    'change <template-id>': {
      role,
      summary: 'change a template; a text that is null is removed',
      example: '--texts texts.json',
      fields: { '--name <name>': 'another name', '--texts <file>': texts, ...content },
      call: 'PATCH /templates/{template-id}',
    },
    'preview <template-id>': {
      role,
      summary: 'show the filled-in text, its segments and its price',
      fields: {
        '--language <language>': 'language of the text',
        '--version <number>': version,
        '--variables <json>': templateVariables,
      },
      call: 'POST /templates/{template-id}/preview',
    },
    'delete <template-id>': {
      role,
      summary: 'delete a template with all its versions',
      call: 'DELETE /templates/{template-id}',
      confirm: 'Delete {template-id}? Requests with it will be refused.',
      done: 'the template {template-id} is deleted',
    },
  },
};
