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
  readonly isBlock: boolean;
  /** Where the innermost block is; -1 if there is none. */
  readonly block: number;
  readonly isHidden: boolean;
  readonly isPreformatted: boolean;
  readonly quotes: number;
};
const outside: Open = { name: '', isBlock: false, block: -1, isHidden: false, isPreformatted: false, quotes: 0 };

/** Whether an element stands on lines of its own: by its name, or by its style, as `<span style="display: block">` does. */
export function isBlock(name: string, style: string): boolean {
  return blocks.has(name) || displayed(style);
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
    if (blocks.has(name)) this.#endImplied(name);
    const { current } = this;
    const isOwnBlock = isBlock(name, style);
    const place = this.#open.length;
    if (place === deepest) throw new MailRefused(`more than ${deepest} HTML elements inside each other`);
    this.#open.push({
      name,
      isBlock: isOwnBlock,
      block: isOwnBlock ? place : current.block,
      isHidden: current.isHidden || isHidden || unseen.has(name) || hides(style),
      isPreformatted: keepsWhiteSpace(style) ?? (preformatted.has(name) || current.isPreformatted),
      quotes: current.quotes + (name === 'blockquote' && !isIndent(style) ? 1 : 0),
    });
    const places = this.#places.get(name);
    if (places) places.push(place);
    else this.#places.set(name, [place]);
  }

  /** What has ended: undefined if no such element is open here. An inline element never ends the blocks inside it. */
  end(name: string): { readonly isBlock: boolean } | undefined {
    const place = this.#places.get(name)?.at(-1);
    if (place === undefined) return undefined;
    const ended = this.#open[place]!;
    if (!ended.isBlock && place < this.current.block) return undefined;
    this.#endFrom(place);
    return ended;
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

/** Of several values the last counts. Everything but `inline…`, `contents` and `none` begins a line. */
function displayed(style: string): boolean {
  const value = [...style.matchAll(/(?:^|[;\s])display\s*:\s*([a-z-]+)/g)].at(-1)?.[1];
  return value !== undefined && /^(?:block|list-item|table|flex|grid|flow)/.test(value);
}

/** undefined where the style does not say. */
function keepsWhiteSpace(style: string): boolean | undefined {
  const value = /(?:^|[;\s])white-space\s*:\s*([a-z-]+)/.exec(style)?.[1];
  return value === undefined || value === 'inherit' ? undefined : /^(pre|break)/.test(value);
}
