/** How placeholders are written. `tokens` splits a text at its braces, which the split keeps. */
export type Braces = {
  readonly open: string;
  readonly close: string;
  /** Stands for `open` itself. */
  readonly literal?: string;
  /** Blanks around a name are ignored. */
  readonly blanks?: boolean;
  readonly tokens: RegExp;
};

/** `at`: its position in the text. Without a name, it is an opening brace that is not closed before the next one. */
export type Placeholder = { readonly name: string | undefined; readonly written: string; readonly at: number };
export type Piece = string | Placeholder;

/** The text in pieces, in linear time. Names are not checked. */
export function piecesOf(text: string, { open, close, literal, blanks = false, tokens }: Braces): Piece[] {
  const pieces: Piece[] = [];
  let opened: { at: number; inner: string } | undefined;
  let at = 0;
  const leaveOpen = () => {
    if (opened !== undefined) pieces.push({ name: undefined, written: open + opened.inner, at: opened.at });
  };
  for (const token of text.split(tokens)) {
    if (token === open) {
      leaveOpen();
      opened = { at, inner: '' };
    } else if (opened === undefined) {
      pieces.push(token === literal ? open : token);
    } else if (token === close) {
      const { inner } = opened;
      pieces.push({ name: blanks ? inner.trim() : inner, written: open + inner + close, at: opened.at });
      opened = undefined;
    } else opened.inner += token;
    at += token.length;
  }
  leaveOpen();
  return pieces;
}

export const placeholdersIn = (pieces: readonly Piece[]): Placeholder[] =>
  pieces.filter((piece) => typeof piece !== 'string');

/** A placeholder without a value stays as written. Placeholders inside values are not replaced. */
export function filled(pieces: readonly Piece[], find: (name: string) => string | undefined): string {
  const textOf = (piece: Piece) => {
    if (typeof piece === 'string') return piece;
    return (piece.name === undefined ? undefined : find(piece.name)) ?? piece.written;
  };
  return pieces.map(textOf).join('');
}
