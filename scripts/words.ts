// Words that a reader has to decode, in code, comments, texts and documents. `node scripts/words.ts [path…]` lists them.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** What not to write, and what to write instead. */
const banned: [pattern: string, instead: string][] = [
  // `nobody` in backticks is the Unix user.
  ['(?<!`)nobody|somebody|anybody|whoever', 'name who it is, or use the passive voice'],
  ['anew', 'again'],
  ['in vain', 'without effect'],
  ['at once', 'immediately; for concurrent things: at the same time'],
  ['(what )?(became|becomes|come|came) of', 'outcome, result'],
  ['(is|are|was|were) told', 'is notified, is reported'],
  ['in peace', 'gracefully'],
  ['robbed', 'stolen CPU time'],
  ['of use', 'useful'],
  ['so many|so long|so often', 'state the number and its unit'],
  ['goes on|go on|going on', 'continues'],
  ['look again|looks again|as it stands|stands? (there|behind)', 'refresh, check again, currently, is'],
  ['newcomers?', 'bind request'],
  ['strangers?', 'unbound connections, unknown senders'],
  ['knocks?', 'bind credentials'],
  ['desk', 'bind service'],
  ['toll(?!-free)', 'rate decision'],
  // Alone, `doors` is a field of the operator API, an option and a column.
  ['(a|the|at|by|each|every|other|this|which) doors?', 'compatibility API, limiter'],
  ['bells?', 'signal'],
  // Alone, `wishes` is a column of the parts of long SMPP messages.
  ['(a|the|its|of|other|with) wishes', 'submit options'],
  ['departures?', 'dispatch plan'],
  ['second (try|tries)', 'fallback'],
  ['left-out', 'redaction'],
  ['written-down', 'audit hook'],
  ['(?<!there )is no (?!longer|more)[a-z]+', 'is not a'],
  ['told apart|tells? apart', 'distinguished'],
  ['one behind the other', 'one after the other, listed'],
  ['one a (line|second|minute|day)', 'one per line, one per second'],
  ['dearer', 'increased, more expensive'],
  ['worn out', 'window exhausted'],
  ['afresh', 'again'],
  ['thrice', 'three times'],
  ['wholly', 'entirely'],
  ['for ever', 'forever, without a limit'],
  ['would rather|as if nothing', 'say who wants what'],
  ['stands? twice|twice there', 'duplicate'],
  ['takes? away|taken away|took away', 'remove, unassign'],
  ['hears? of', 'notices, is notified'],
  ['no use', 'useless, not needed'],
  ['straight away', 'immediately'],
  ['lest|whence|whither|thereby|therein|thereof', 'the plain word'],
  ['legs?', 'bound connection'],
  ['pulses?', 'liveness'],
  ['(there is|has|have) no such', 'X not found, does not exist'],
];
const pattern = new RegExp(banned.map(([each]) => `\\b(?:${each})\\b`).join('|'), 'gi');
const wholes = banned.map(([each, instead]) => [new RegExp(`^(?:${each})$`, 'i'), instead] as const);

const folders = ['src', 'bin', 'console', 'tools', 'packages', 'scripts', 'docs', 'deploy', 'test', 'bench', 'chaos'];
const extensions = '{ts,tsx,mjs,md,py,yaml,yml}';
const left = [/(^|\/)(generated|node_modules|dist)\//, /scripts\/words\.ts$/, /docs\/openapi/];

const given = process.argv.slice(2);
const files = (given.length > 0 ? given : folders).flatMap((path) =>
  /\.\w+$/.test(path) ? [path] : globSync(`${path}/**/*.${extensions}`, { cwd: root }),
);
if (given.length === 0) files.push('README.md', 'CONTRIBUTING.md');

let found = 0;
for (const file of files.filter((each) => !left.some((rule) => rule.test(each)))) {
  for (const [index, line] of readFileSync(join(root, file), 'utf8').split('\n').entries()) {
    // Names in camel case count by their words.
    const words = line.replaceAll(/([a-z])([A-Z])/g, '$1 $2');
    for (const [hit] of words.matchAll(pattern)) {
      found += 1;
      console.error(
        `${file}:${index + 1}: "${hit}": ${wholes.find(([whole]) => whole.test(hit))?.[1] ?? 'rewrite it'}`,
      );
    }
  }
}
console.error(`${found} found`);
process.exitCode = found === 0 ? 0 : 1;
