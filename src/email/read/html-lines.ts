import { withWholeTags } from '../../domain/email2sms/tags.ts';

const deepestQuotation = 5; // as far as marks show it; they all say the same

const anyTag = /#[a-z]+#/;

function markOf(quotes: number): string {
  return quotes === 0 ? '' : '> '.repeat(Math.min(quotes, deepestQuotation));
}

/** Text as a browser lays it out, line by line: white space collapses, blocks begin and end lines. Never wraps. */
export class TextLines {
  #lines: string[] = [];
  #line = '';
  #hasSpace = false;
  #quoting = '';
  #isContent = false;

  /**
   * `quotes` is how many quotations the text stands in; quoted lines bear a mark, as they do in plain text. Inside a
   * content, which may quote somebody, only tags do: a mark would be sent, and nobody wrote it.
   */
  text(data: string, quotes: number): void {
    const words = data.split(/[ \t\n\r\f]+/);
    for (let index = 0; index < words.length; index++) {
      if (index > 0) this.#hasSpace = true;
      if (words[index] !== '') this.#append(words[index]!, quotes);
    }
  }

  /** Text whose white space counts. */
  preformatted(data: string, quotes: number): void {
    for (const [index, line] of data.split(/\r\n|\r|\n/).entries()) {
      if (index > 0) this.breakLine(quotes);
      if (line !== '') this.#append(line, quotes);
    }
  }

  breakLine(quotes: number): void {
    if (this.#line === '') this.#quoting = markOf(quotes);
    // A paragraph that holds one no-break space is how programs write an empty line.
    const isEmpty = this.#line.startsWith('\u00a0') && /^\u00a0+$/.test(this.#line);
    this.#lines.push(this.#marked(isEmpty ? '' : withWholeTags(this.#line)));
    this.#line = '';
    this.#hasSpace = false;
  }

  /** The border of a block: ends a line that has begun, and adds none. */
  endBlock(): void {
    if (this.#line !== '') this.breakLine(0);
    this.#hasSpace = false;
  }

  /**
   * The line by which plain text shows that an older mail follows. In a quotation every line bears a mark, and a content is sent
   * as it was written: there it is not needed.
   */
  beginOlderMail({ isHidden, quotes }: { readonly isHidden: boolean; readonly quotes: number }): void {
    this.endBlock();
    if (!isHidden && quotes === 0 && !this.#isContent) this.#lines.push('-----Original Message-----');
  }

  toString(): string {
    this.endBlock();
    return this.#lines.join('\n');
  }

  #marked(line: string): string {
    if (this.#quoting === '') {
      if (line.includes('#startcontent#')) this.#isContent = true;
      if (line.includes('#endcontent#')) this.#isContent = false;
    }
    return this.#isContent && !anyTag.test(line) ? line : this.#quoting + line;
  }

  #append(data: string, quotes: number): void {
    if (this.#line === '') this.#quoting = markOf(quotes);
    else if (this.#hasSpace) this.#line += ' ';
    this.#hasSpace = false;
    this.#line += data;
  }
}
