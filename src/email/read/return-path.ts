const mostHeaderBytes = 256 * 1024;

/**
 * The envelope's sender, as whoever put the e-mail into the mailbox wrote it down: the first `Return-Path`, since any other
 * came with the e-mail. Empty for `<>`; undefined if there is none, as of what a program put into the mailbox by IMAP.
 */
export function returnPath(raw: Buffer): string | undefined {
  const text = raw.subarray(0, mostHeaderBytes).toString('latin1');
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length;
  const [, value] = /^return-path[ \t]*:[ \t]*(?:\r?\n[ \t]+)?([^\r\n]*)/im.exec(text.slice(0, end)) ?? [];
  if (value === undefined) return undefined;
  const [, inside] = /<([^<>]*)>/.exec(value) ?? [];
  return (inside ?? value).trim();
}
