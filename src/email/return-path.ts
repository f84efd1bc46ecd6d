const mostHeaderBytes = 256 * 1024;

/**
 * The envelope's sender, as whoever put the e-mail into the mailbox wrote it down: the first `Return-Path`, since any other
 * came with the e-mail. Empty for `<>`; also if there is none, which only means that no error e-mail will be sent.
 */
export function returnPath(raw: Buffer): string {
  const text = raw.subarray(0, mostHeaderBytes).toString('latin1');
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length;
  const [, value = ''] = /^return-path:[ \t]*(?:\r?\n[ \t]+)?([^\r\n]*)/im.exec(text.slice(0, end)) ?? [];
  const [, inside] = /<([^<>]*)>/.exec(value) ?? [];
  return (inside ?? value).trim();
}
