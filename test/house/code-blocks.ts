/** The fenced blocks of a document, each with the comment before it that states how it is run or why it is not. */

export type Block = {
  /** The line of its opening fence. */
  readonly line: number;
  readonly language: string;
  readonly code: string;
  /** `<!-- not run: … -->` on the line before it. */
  readonly notRun: string | undefined;
  /** `<!-- run by test/… -->` on the line before it. */
  readonly runBy: string | undefined;
};

const fence = /^ *```(.*)$/;

export function blocksOf(text: string): Block[] {
  const lines = text.split('\n');
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; at++) {
    const language = fence.exec(lines[at]!)?.[1]?.trim();
    if (language === undefined) continue;
    const end = lines.findIndex((line, index) => index > at && /^ *```$/.test(line));
    if (end === -1) throw new Error(`the block of line ${at + 1} has no end`);
    const before = lines[at - 1] ?? '';
    blocks.push({
      line: at + 1,
      language,
      code: lines.slice(at + 1, end).join('\n'),
      notRun: /^<!-- not run(?: [^:]+)?: (.+) -->$/.exec(before)?.[1],
      runBy: /^<!-- run by (\S+) -->$/.exec(before)?.[1],
    });
    at = end;
  }
  return blocks;
}

/** `<!-- continues operator.md -->` at the beginning of a document: its commands depend on those of the other document. */
export function continues(text: string): string | undefined {
  return /^<!-- continues (\S+) -->$/m.exec(text)?.[1];
}
