import { MailRefused } from './headers.ts';

const names = (list: string) => new Set(list.split(' '));

export const voidElements = names('area base br col embed hr img input link meta param source track wbr');

/** Elements on lines of their own. Cells are among them, so that a table of tags and values reads as the format requires. */
const blocks = names(
  'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer ' +
    'form h1 h2 h3 h4 h5 h6 header hr html legend li listing main menu nav ol optgroup option p plaintext pre section ' +
    'summary table tbody td tfoot th thead tr ul xmp',
);
const unseen = names(
  'audio canvas datalist iframe math noembed noframes object script select style svg template textarea title video xml',
);
const preformatted = names('listing plaintext pre xmp');

/** The elements that the start of another one closes implicitly if they are the innermost block. */
const closedBy: Record<string, Set<string>> = {
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
  /** Index of the innermost block; -1 if there is none. */
  readonly block: number;
  readonly isHidden: boolean;
  readonly isPreformatted: boolean;
  readonly quotes: number;
};
const outside: Open = { name: '', isBlock: false, block: -1, isHidden: false, isPreformatted: false, quotes: 0 };

/** By its name or its style: `<span style="display: block">`. */
export function isBlock(name: string, style: string): boolean {
  return blocks.has(name) || isDisplayedAsBlock(style);
}

export class OpenElements {
  #stack: Open[] = [];
  #indexes = new Map<string, number[]>();

  get current(): Open {
    return this.#stack.at(-1) ?? outside;
  }

  open(name: string, style: string, isHidden: boolean): void {
    if (blocks.has(name)) this.#closeImplied(name);
    const { current } = this;
    const isOwnBlock = isBlock(name, style);
    const index = this.#stack.length;
    if (index === deepest) throw new MailRefused(`more than ${deepest} HTML elements inside each other`);
    this.#stack.push({
      name,
      isBlock: isOwnBlock,
      block: isOwnBlock ? index : current.block,
      isHidden: current.isHidden || isHidden || unseen.has(name) || hidden.test(style),
      isPreformatted: keepsWhiteSpace(style) ?? (preformatted.has(name) || current.isPreformatted),
      quotes: current.quotes + (name === 'blockquote' && !isIndent(style) ? 1 : 0),
    });
    const indexes = this.#indexes.get(name);
    if (indexes) indexes.push(index);
    else this.#indexes.set(name, [index]);
  }

  /** The closed element; undefined if it is not open here. An inline element never closes the blocks inside it. */
  close(name: string): { readonly isBlock: boolean } | undefined {
    const index = this.#indexes.get(name)?.at(-1);
    if (index === undefined) return undefined;
    const ended = this.#stack[index]!;
    if (!ended.isBlock && index < this.current.block) return undefined;
    this.#closeFrom(index);
    return ended;
  }

  #closeImplied(name: string): void {
    const closed = closedBy[name] ?? paragraph;
    for (let index = this.current.block; index >= 0; index = this.current.block) {
      if (!closed.has(this.#stack[index]!.name)) return;
      this.#closeFrom(index);
    }
  }

  #closeFrom(index: number): void {
    while (this.#stack.length > index) this.#indexes.get(this.#stack.pop()!.name)!.pop();
  }
}

/** The style by which editors in browsers and phones indent a paragraph. */
function isIndent(style: string): boolean {
  return /margin:\s*0(?:px)?\s+0(?:px)?\s+0(?:px)?\s+40px/.test(style) && /border:\s*(?:none|0)/.test(style);
}

const hidden = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all)/;

/** The last of several values counts. Everything but `inline…`, `contents` and `none` begins a line. */
function isDisplayedAsBlock(style: string): boolean {
  const value = [...style.matchAll(/(?:^|[;\s])display\s*:\s*([a-z-]+)/g)].at(-1)?.[1];
  return value !== undefined && /^(?:block|list-item|table|flex|grid|flow)/.test(value);
}

function keepsWhiteSpace(style: string): boolean | undefined {
  const value = /(?:^|[;\s])white-space\s*:\s*([a-z-]+)/.exec(style)?.[1];
  return value === undefined || value === 'inherit' ? undefined : /^(pre|break)/.test(value);
}

const olderMailIds =
  /^(?:x_)*(?:appendonsend|divrplyfwdmsg|olk_src_body_section|stopspelling|mail-editor-reference-message-container|yahoo_quoted.*)$/;
const olderMailClasses =
  /(?:^|\s)(?:x_)*(?:yahoo_quoted|outlookmessageheader|ms-outlook-mobile-reference-message)(?:\s|$)/;
/** Outlook draws a thin line above the header block, measured in points, with no other border. */
const outlookLine =
  /border:\s*none;\s*border-top:\s*(?:solid|#[0-9a-f]{6})\s[^;]{0,40}pt[^;]{0,40};\s*padding:\s*3(?:\.0)?pt 0/;

/** Whether an element begins older mail, which Outlook, Hotmail, Yahoo and GMX append without a quotation mark. */
export function holdsOlderMail(attributes: ReadonlyMap<string, string>, style: string): boolean {
  const read = (name: string) => attributes.get(name)?.toLowerCase() ?? '';
  return (
    olderMailIds.test(read('id')) ||
    olderMailClasses.test(read('class')) ||
    read('name') === 'quote' ||
    outlookLine.test(style)
  );
}
