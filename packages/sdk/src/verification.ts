import type { VerifyCheck, VerifyStart, VerifyStarted, VerifyTemplate } from './document.ts';
import { HermodError } from './errors.ts';
import type { SendOptions } from './messages.ts';
import type { CallOptions } from './options.ts';
import { at, type Transport } from './transport.ts';

/** Verifies phone numbers with codes. */
export class Verification {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Sends a code. A new code for the same number replaces the previous one. */
  async start(
    request: VerifyStart,
    { idempotencyKey = crypto.randomUUID(), ...options }: SendOptions = {},
  ): Promise<VerifyStarted> {
    const call = { method: 'POST', path: '/v1/verify', body: request, idempotencyKey, repeatable: true } as const;
    return this.#transport.call(call, options);
  }

  /**
   * Checks a code. Returns true once; false for a wrong, expired, used or replaced code. Not retried automatically, because every
   * check counts as an attempt.
   */
  async check(request: VerifyCheck, options?: CallOptions): Promise<boolean> {
    try {
      await this.#transport.call(
        { method: 'POST', path: '/v1/verify/check', body: request, repeatable: false },
        options,
      );
      return true;
    } catch (error) {
      if (error instanceof HermodError && error.status === 422) return false;
      throw error;
    }
  }

  /** Lists the templates by language, built-in ones and those of the account. */
  async templates(options?: CallOptions): Promise<VerifyTemplate[]> {
    const call = { method: 'GET', path: '/v1/verify/templates', repeatable: true } as const;
    return (await this.#transport.call<{ templates: VerifyTemplate[] }>(call, options)).templates;
  }

  /** Sets a template of the account, with the placeholder `{code}` and optionally `{service}`. */
  async setTemplate(language: string, template: string, options?: CallOptions): Promise<VerifyTemplate> {
    const path = at`/v1/verify/templates/${language}`;
    return this.#transport.call({ method: 'PUT', path, body: { template }, repeatable: true }, options);
  }

  /** Deletes a template of the account; the built-in one applies again. Not retried automatically: a repetition would get 404. */
  async deleteTemplate(language: string, options?: CallOptions): Promise<void> {
    const path = at`/v1/verify/templates/${language}`;
    return this.#transport.call({ method: 'DELETE', path, repeatable: false }, options);
  }
}
