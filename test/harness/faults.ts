/**
 * Faults of a run that a repetition does not excuse: the runner reads them from this file, however many files have failed
 * besides. Without the runner the file is missing, and the error that is thrown as well has to do.
 */
import { appendFileSync } from 'node:fs';

export function fault(text: string): Error {
  const file = process.env['TEST_FAULTS_FILE'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(text)}\n`);
  return new Error(text);
}
