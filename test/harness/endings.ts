/** What is to be ended with the test file, also when it was made inside a test, where it is too late to ask for a hook. */
const endings: (() => Promise<void>)[] = [];

export function atEnd(end: () => Promise<void>): void {
  endings.push(end);
}

export async function endAll(): Promise<void> {
  await Promise.all(endings.splice(0).map((end) => end()));
}
