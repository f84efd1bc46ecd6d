/** In this order: each of them claims to be those below it as well. */
const browsers: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Edge', /\bEdgA?\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)[.\d]* (?:Mobile\/\w+ )?Safari\//],
  ['curl', /^curl\/(\d+)/],
];
const systems: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

/** "Firefox 140, Linux" of what a browser says of itself; undefined where it is none that we know. */
export function browserOf(userAgent: string): string | undefined {
  const [name, mark] = browsers.find(([, mark]) => mark.test(userAgent)) ?? [];
  if (!name) return undefined;
  const version = mark?.exec(userAgent)?.[1];
  const system = systems.find(([, mark]) => mark.test(userAgent))?.[0];
  return [`${name} ${version}`, system].filter(Boolean).join(', ');
}
