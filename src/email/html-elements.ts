import { MailRefused } from './refused.ts';

const names = (list: string) => new Set(list.split(' '));

export const voidElements = names('area base br col embed hr img input link meta param source track wbr');

/** Elements that stand on lines of their own. Cells too: a table of tags and values then reads as the format asks. */
const blocks = names(
  'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer ' +
    'form h1 h2 h3 h4 h5 h6 header hr html legend li listing main menu nav ol optgroup option p plaintext pre section ' +
    'summary table tbody td tfoot th thead tr ul xmp',
);
const unseen = names(
  'audio canvas datalist iframe math noembed noframes object script select style svg template textarea title video xml',
);
const preformatted = names('listing plaintext pre xmp');

/** What the beginning of an element ends without saying so, if it is the innermost block. */
const endedBy: Record<string, Set<string>> = {
  li: names('li p'),
  dd: names('dd dt p'),
  dt: names('dd dt p'),
  td: names('td th p'),
  th: names('td th p'),
  tr: names('td th tr p'),
  tbody: names('td th tr tbody thead p'),
  tfoot: names('td th tr tbody thead p'),
};
const paragraph = names('p');

const deepest = 100_000;

type Open = {
  readonly name: string;
  /** Where the innermost block is; -1 if there is none. */
  readonly block: number;
  readonly isHidden: boolean;
  readonly isPreformatted: boolean;
  readonly quotes: number;
};
const outside: Open = { name: '', block: -1, isHidden: false, isPreformatted: false, quotes: 0 };

export function isBlock(name: string): boolean {
  return blocks.has(name);
}

/** The elements that are open at a place of an HTML text. Every step is of constant cost, spread over the text. */
export class OpenElements {
  #open: Open[] = [];
  /** The places of the open elements of each name, innermost last. */
  #places = new Map<string, number[]>();

  get current(): Open {
    return this.#open.at(-1) ?? outside;
  }

  begin(name: string, style: string, isHidden: boolean): void {
    if (isBlock(name)) this.#endImplied(name);
    const { current } = this;
    const place = this.#open.length;
    if (place === deepest) throw new MailRefused(`more than ${deepest} HTML elements inside each other`);
    this.#open.push({
      name,
      block: isBlock(name) ? place : current.block,
      isHidden: current.isHidden || isHidden || unseen.has(name) || hides(style),
      isPreformatted: keepsWhiteSpace(style) ?? (preformatted.has(name) || current.isPreformatted),
      quotes: current.quotes + (name === 'blockquote' && !isIndent(style) ? 1 : 0),
    });
    const places = this.#places.get(name);
    if (places) places.push(place);
    else this.#places.set(name, [place]);
  }

  /** False if no such element is open here; an inline element never ends the blocks inside it. */
  end(name: string): boolean {
    const place = this.#places.get(name)?.at(-1);
    if (place === undefined || (!isBlock(name) && place < this.current.block)) return false;
    this.#endFrom(place);
    return true;
  }

  #endImplied(name: string): void {
    const ended = endedBy[name] ?? paragraph;
    for (let place = this.current.block; place >= 0; place = this.current.block) {
      if (!ended.has(this.#open[place]!.name)) return;
      this.#endFrom(place);
    }
  }

  #endFrom(place: number): void {
    while (this.#open.length > place) this.#places.get(this.#open.pop()!.name)!.pop();
  }
}

/** What editors of browsers and telephones write to indent a paragraph. */
function isIndent(style: string): boolean {
  return /margin:\s*0(?:px)?\s+0(?:px)?\s+0(?:px)?\s+40px/.test(style) && /border:\s*(?:none|0)/.test(style);
}

function hides(style: string): boolean {
  return /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all)/.test(style);
}

/** undefined where the style does not say. */
function keepsWhiteSpace(style: string): boolean | undefined {
  const value = /(?:^|[;\s])white-space\s*:\s*([a-z-]+)/.exec(style)?.[1];
  return value === undefined || value === 'inherit' ? undefined : /^(pre|break)/.test(value);
}
