/** A Dockerfile, parsed strictly: unknown syntax is refused. */

export type Instruction = { readonly line: number; readonly name: string; readonly text: string };
export type Stage = { readonly from: string; readonly name: string | undefined; readonly instructions: Instruction[] };

const known = new Set(
  'ARG CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL RUN STOPSIGNAL USER VOLUME WORKDIR'.split(' '),
);

export function instructionsOf(text: string): Instruction[] {
  const lines = text.split('\n');
  const found: Instruction[] = [];
  for (let at = 0; at < lines.length; at++) {
    const first = at + 1;
    let line = lines[at]!;
    if (line.trim() === '' || line.startsWith('#')) continue;
    while (line.endsWith('\\')) line = `${line.slice(0, -1)}${lines[++at] ?? ''}`;
    const [, name = '', rest = ''] = /^([A-Z]+) +(.+)$/.exec(line) ?? [];
    if (!known.has(name)) throw new Error(`line ${first} is not an instruction: ${line}`);
    found.push({ line: first, name, text: rest.replaceAll(/ +/g, ' ').trim() });
  }
  return found;
}

/** The instructions before the first FROM (only ARG), and the stages. */
export function stagesOf(text: string): { readonly before: Instruction[]; readonly stages: Stage[] } {
  const before: Instruction[] = [];
  const stages: Stage[] = [];
  for (const instruction of instructionsOf(text)) {
    if (instruction.name === 'FROM') {
      const [, from = '', name] = /^(\S+)(?: AS ([a-z]+))?$/.exec(instruction.text) ?? [];
      if (from === '') throw new Error(`line ${instruction.line}: FROM ${instruction.text}`);
      stages.push({ from, name, instructions: [] });
    } else (stages.at(-1)?.instructions ?? before).push(instruction);
  }
  if (before.some(({ name }) => name !== 'ARG')) throw new Error('only ARG may stand before the first FROM');
  return { before, stages };
}

/** `A=1 B=2` of ENV as an object. */
export function assignments(text: string): Record<string, string> {
  return Object.fromEntries(text.split(' ').map((pair) => [pair.split('=')[0]!, pair.slice(pair.indexOf('=') + 1)]));
}
