import { isDeepStrictEqual } from 'node:util';
import { newId } from '../../base/ids.ts';
import type { Db, Queryable } from '../../database/db.ts';
import { contentFault, type TemplateContent, templateLimits } from '../../domain/text/template/template.ts';
import {
  addVersion,
  countTemplates,
  findTemplate,
  insertTemplate,
  isNameTaken,
  lockTemplate,
  renameTemplate,
  type Template,
} from '../../store/account/templates.ts';
import { lockFunds } from '../../store/message/accept.ts';

export type NewTemplate = TemplateContent & { readonly name: string };
/** Undefined fields are not changed; a text that is null is removed. */
export type TemplateChange = {
  readonly [Field in 'name' | 'defaultLanguage' | 'variables']?: NewTemplate[Field] | undefined;
} & {
  readonly texts?: Readonly<Record<string, string | null>> | undefined;
};

/** The content breaks a rule; nothing was stored. */
export class InvalidTemplate extends Error {}

export function createTemplate(db: Db, accountId: string, { name, ...content }: NewTemplate) {
  check(content);
  return db.transaction(async (tx) => {
    await lockFunds(tx, [accountId]);
    const ref = { accountId, id: newId() };
    if ((await countTemplates(tx, accountId)) >= templateLimits.ofAccount) return 'too many';
    if (await isNameTaken(tx, ref, name)) return 'taken';
    await insertTemplate(tx, ref, name, content);
    return (await findTemplate(tx, ref))!;
  });
}

/** Another content is a new version. Undefined if the template does not exist. */
export function changeTemplate(db: Db, ref: { accountId: string; id: string }, change: TemplateChange) {
  return db.transaction(async (tx) => {
    await lockFunds(tx, [ref.accountId]);
    const template = await lockTemplate(tx, ref);
    if (template === undefined) return undefined;
    const { name = template.name } = change;
    if (name !== template.name) {
      if (await isNameTaken(tx, ref, name)) return 'taken';
      await renameTemplate(tx, ref, name);
    }
    await changeContent(tx, ref, template, change);
    return findTemplate(tx, ref);
  });
}

async function changeContent(
  tx: Queryable,
  ref: { accountId: string; id: string },
  { version, defaultLanguage, texts, variables }: Template,
  change: TemplateChange,
): Promise<void> {
  const merged = Object.entries({ ...texts, ...change.texts }).filter(([, text]) => text !== null);
  const content = {
    defaultLanguage: change.defaultLanguage ?? defaultLanguage,
    texts: Object.fromEntries(merged) as TemplateContent['texts'],
    variables: change.variables ?? variables,
  };
  if (isDeepStrictEqual(content, { defaultLanguage, texts, variables })) return;
  check(content);
  await addVersion(tx, ref, version + 1, content);
}

function check(content: TemplateContent): void {
  const fault = contentFault(content);
  if (fault !== undefined) throw new InvalidTemplate(fault);
}
