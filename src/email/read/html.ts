import { Tokenizer } from 'htmlparser2';
import { withWholeTags } from '../../domain/email2sms/tags.ts';
import { holdsOlderMail, isBlock, OpenElements, voidElements } from './html-elements.ts';

const longestAttribute = 2_000;
const attributesRead = new Set(['style', 'hidden', 'alt', 'id', 'class', 'name']);
const emoji = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\ufe0f)+$/u;

/**
 * The visible text of an HTML mail: nothing wrapped, doubled, upper-cased or added; a paragraph is one line. Works on tokens, because the
 * time of the library's parser grows with the square of the depth.
 */
export function htmlToText(html: string): string {
  const reader = new HtmlReader(html);
  const tokenizer = new Tokenizer({ decodeEntities: true }, reader);
  tokenizer.write(html);
  tokenizer.end();
  return reader.lines.toString();
}

class HtmlReader {
  readonly lines = new HtmlLines();
  readonly #html: string;
  /** Plain text declared as HTML: its line breaks are kept. */
  readonly #isPlainText: boolean;
  readonly #elements = new OpenElements();
  #name = '';
  #attribute = '';
  #value = '';
  #attributes = new Map<string, string>();
  #isAtStartOfPre = false;
  #textStart = -1;
  #textEnd = -1;

  constructor(html: string) {
    this.#html = html;
    this.#isPlainText = !/<[a-z/!]/i.test(html);
  }

  /** The tokenizer reports text in pieces, in the worst case single characters; adjacent pieces are joined. */
  ontext(start: number, end: number): void {
    if (start !== this.#textEnd) this.#flush();
    if (this.#textStart === this.#textEnd) this.#textStart = start;
    this.#textEnd = end;
  }

  ontextentity(codePoint: number): void {
    this.#flush();
    this.#text(String.fromCodePoint(codePoint));
  }

  onopentagname(start: number, end: number): void {
    this.#flush();
    this.#name = this.#html.slice(start, end).toLowerCase();
    this.#attributes.clear();
  }

  onattribname(start: number, end: number): void {
    this.#attribute = this.#html.slice(start, Math.min(end, start + longestAttribute)).toLowerCase();
    this.#value = '';
  }

  onattribdata(start: number, end: number): void {
    const room = longestAttribute - this.#value.length;
    if (room > 0) this.#value += this.#html.slice(start, Math.min(end, start + room));
  }

  onattribentity(codePoint: number): void {
    if (this.#value.length < longestAttribute) this.#value += String.fromCodePoint(codePoint);
  }

  onattribend(): void {
    if (attributesRead.has(this.#attribute)) this.#attributes.set(this.#attribute, this.#value);
  }

  onopentagend(): void {
    const name = this.#name;
    const style = this.#attributes.get('style')?.toLowerCase() ?? '';
    if (name !== 'br' && isBlock(name, style)) this.lines.endBlock();
    if (holdsOlderMail(this.#attributes, style)) this.lines.beginOlderMail(this.#elements.current);
    if (voidElements.has(name)) this.#void(name);
    else {
      this.#elements.open(name, style, this.#attributes.has('hidden'));
      this.#isAtStartOfPre = name === 'pre';
    }
  }

  onselfclosingtag(): void {
    this.onopentagend();
  }

  onclosetag(start: number, end: number): void {
    this.#flush();
    const name = this.#html.slice(start, end).toLowerCase();
    if (name === 'br') this.#void(name);
    else if (this.#elements.close(name)?.isBlock || name === 'p') this.lines.endBlock();
  }

  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onend(): void {
    this.#flush();
  }
  onprocessinginstruction(): void {}

  #flush(): void {
    if (this.#textStart < this.#textEnd) this.#text(this.#html.slice(this.#textStart, this.#textEnd));
    this.#textStart = this.#textEnd = -1;
  }

  #text(data: string): void {
    const { isHidden, quotes } = this.#elements.current;
    const isPreformatted = this.#isPlainText || this.#elements.current.isPreformatted;
    const text = this.#isAtStartOfPre ? data.replace(/^\r?\n/, '') : data;
    this.#isAtStartOfPre = false;
    if (isHidden) return;
    if (isPreformatted) this.lines.preformatted(text, quotes);
    else this.lines.text(text, quotes);
  }

  #void(name: string): void {
    const { isHidden, quotes } = this.#elements.current;
    if (isHidden) return;
    if (name === 'br') this.lines.breakLine(quotes);
    const alt = name === 'img' ? (this.#attributes.get('alt') ?? '') : '';
    if (alt !== '' && emoji.test(alt)) this.lines.text(alt, quotes); // webmail sends emoji as pictures
  }
}

const deepestQuotation = 5; // deeper ones show as many marks

const anyTag = /#[a-z]+#/;

function markOf(quotes: number): string {
  return quotes === 0 ? '' : '> '.repeat(Math.min(quotes, deepestQuotation));
}

/** Text as a browser lays it out, line by line, without wrapping: white space collapses, blocks begin and end lines. */
class HtmlLines {
  #lines: string[] = [];
  #line = '';
  #hasSpace = false;
  #quoting = '';
  #isContent = false;

  /** Text inside `quotes` quotations gets marks, as in plain text. Inside a content only tags do: a mark there would be sent. */
  text(data: string, quotes: number): void {
    const words = data.split(/[ \t\n\r\f]+/);
    for (let index = 0; index < words.length; index++) {
      if (index > 0) this.#hasSpace = true;
      if (words[index] !== '') this.#append(words[index]!, quotes);
    }
  }

  preformatted(data: string, quotes: number): void {
    for (const [index, line] of data.split(/\r\n|\r|\n/).entries()) {
      if (index > 0) this.breakLine(quotes);
      if (line !== '') this.#append(line, quotes);
    }
  }

  breakLine(quotes: number): void {
    if (this.#line === '') this.#quoting = markOf(quotes);
    // Programs write an empty line as a paragraph with one no-break space.
    const isEmpty = this.#line.startsWith('\u00a0') && /^\u00a0+$/.test(this.#line);
    this.#lines.push(this.#marked(isEmpty ? '' : withWholeTags(this.#line)));
    this.#line = '';
    this.#hasSpace = false;
  }

  /** The start or end of a block: ends the current line if there is one. */
  endBlock(): void {
    if (this.#line !== '') this.breakLine(0);
    this.#hasSpace = false;
  }

  /** Adds the line that announces older mail in plain text; not in a quotation, which has marks, nor in a content, which is sent. */
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
