import { Tokenizer } from 'htmlparser2';
import { isBlock, OpenElements, voidElements } from './html-elements.ts';
import { TextLines } from './html-lines.ts';
import { holdsOlderMail } from './older-mail.ts';

const longestAttribute = 2_000;
const attributesRead = new Set(['style', 'hidden', 'alt', 'id', 'class', 'name']);
const emoji = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\ufe0f)+$/u;

/**
 * The text that a reader of an HTML mail sees: nothing wrapped, doubled, upper-cased or added, no link targets, nothing
 * hidden. A paragraph is one line, whatever margins it has: an empty line is one that was written. Works on tokens, since
 * the library's parser takes time with the square of the depth.
 */
export function htmlToText(html: string): string {
  const reader = new Reader(html);
  const tokenizer = new Tokenizer({ decodeEntities: true }, reader);
  tokenizer.write(html);
  tokenizer.end();
  return reader.lines.toString();
}

class Reader {
  readonly lines = new TextLines();
  readonly #html: string;
  /** Plain text under a wrong name: on one line it would be worth nothing. */
  readonly #isBare: boolean;
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
    this.#isBare = !/<[a-z/!]/i.test(html);
  }

  /** Text comes in pieces, in the worst case in single characters; what belongs together is handled at once. */
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
      this.#elements.begin(name, style, this.#attributes.has('hidden'));
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
    else if (this.#elements.end(name)?.isBlock || name === 'p') this.lines.endBlock();
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
    const isPreformatted = this.#isBare || this.#elements.current.isPreformatted;
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
