// A reporter of the test runner: which files have failed, and what went wrong outside of all tests.
import { appendFileSync, writeFileSync } from 'node:fs';

export default class Outcome {
  onTestRunEnd(modules, unhandledErrors) {
    const failed = modules.filter((module) => !module.ok()).map(({ moduleId }) => moduleId);
    writeFileSync(process.env.TEST_FAILED_FILE, JSON.stringify([...new Set(failed)]));
    for (const error of unhandledErrors) {
      appendFileSync(process.env.TEST_FAULTS_FILE, `${JSON.stringify(`unhandled: ${error.message}`)}\n`);
    }
  }
}
