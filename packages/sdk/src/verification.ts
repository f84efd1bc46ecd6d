import type { VerifyCheck, VerifyStart, VerifyStarted, VerifyTemplate } from './document.ts';
import { HermodError } from './errors.ts';
import type { SendOptions } from './messages.ts';
import type { CallOptions } from './options.ts';
import { at, type Transport } from './transport.ts';

/** Codes that prove who has a phone number. */
export class Verification {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Sends a code. Asked for again, it is a new one, and the one before it no longer counts. */
  async start(
    request: VerifyStart,
    { idempotencyKey = crypto.randomUUID(), ...options }: SendOptions = {},
  ): Promise<VerifyStarted> {
    const call = { method: 'POST', path: '/v1/verify', body: request, idempotencyKey, repeatable: true } as const;
    return this.#transport.call(call, options);
  }

  /**
   * Whether the code is right. True once; false for whatever else is the matter with it. Not repeated by itself: whatever is sent as a
   * code counts as a try.
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

  /** The texts by language, built-in ones and those of the account. */
  async templates(options?: CallOptions): Promise<VerifyTemplate[]> {
    const call = { method: 'GET', path: '/v1/verify/templates', repeatable: true } as const;
    return (await this.#transport.call<{ templates: VerifyTemplate[] }>(call, options)).templates;
  }

  /** A text of the account's own, with `{code}` and perhaps `{service}` in it. */
  async setTemplate(language: string, template: string, options?: CallOptions): Promise<VerifyTemplate> {
    const path = at`/v1/verify/templates/${language}`;
    return this.#transport.call({ method: 'PUT', path, body: { template }, repeatable: true }, options);
  }

  /** Back to the built-in text. Not repeated by itself: a second try would say that there is none. */
  async deleteTemplate(language: string, options?: CallOptions): Promise<void> {
    const path = at`/v1/verify/templates/${language}`;
    return this.#transport.call({ method: 'DELETE', path, repeatable: false }, options);
  }
}
