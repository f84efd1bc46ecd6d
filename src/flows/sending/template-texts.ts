import { Batch } from '../../bounds/batch.ts';
import { sendingLimits } from '../../bounds/limits/sending.ts';
import type { Db } from '../../database/db.ts';
import { Refusal } from '../../domain/errors.ts';
import type { SendRequest, TemplateChoice } from '../../domain/message/send.ts';
import { canonicalLanguage } from '../../domain/text/template/language.ts';
import { render } from '../../domain/text/template/template.ts';
import { type FoundTemplate, findTemplates, type TemplateLookup } from '../../store/account/templates.ts';

type FilledTemplate = { readonly language: string; readonly version: number; readonly text: string };

/** Fills in templates. They are read for every request that names one: a change applies to the next request on every process. */
export class TemplateTexts {
  readonly #found: Batch<TemplateLookup, FoundTemplate | undefined>;

  constructor(db: Db) {
    this.#found = new Batch({
      most: 1_000,
      mostPending: sendingLimits.waitingRecipients.most,
      ownerOf: ({ accountId }) => accountId,
      run: (lookups) => findTemplates(db, lookups),
    });
  }

  /** Undefined if the template does not exist; throws a Refusal if it cannot be filled in. */
  async fill(accountId: string, choice: TemplateChoice): Promise<FilledTemplate | undefined> {
    const { id, name, version, language, variables = {} } = choice;
    const found = await this.#found.add({ accountId, id, name, version });
    if (found === undefined) return undefined;
    const { newest, content } = found;
    if (content === null) throw new Refusal(7, `the template has no version ${version}; the newest is ${newest}`);
    const wanted = language === undefined ? undefined : canonicalLanguage(language);
    return { ...render(content, wanted, variables), version: version ?? newest };
  }

  /** The request with the text of its template as content. */
  async requestWithText(accountId: string, request: SendRequest): Promise<SendRequest> {
    const { template, ...others } = request;
    if (template === undefined) return request;
    const filled = await this.fill(accountId, template);
    if (filled === undefined)
      throw new Refusal(7, `the account has no template with this ${template.id === undefined ? 'name' : 'id'}`);
    return { ...others, message: { ...request.message, content: filled.text } };
  }
}
