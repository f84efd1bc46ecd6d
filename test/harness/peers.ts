/** Programs and rights that a test needs and a machine may lack. */

/** Where `CI` is set nothing is skipped: a test that is skipped there would never run. */
export const isCi: boolean = Boolean(process.env['CI']) && process.env['CI'] !== 'false';

/** Returns the reason for which a test is skipped, if there is one; throws it where `CI` is set. */
export function reasonToSkip(reason: string | undefined): string | undefined {
  if (reason !== undefined && isCi) throw new Error(`${reason}, and CI is set, where nothing is skipped`);
  return reason;
}
