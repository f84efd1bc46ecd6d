const ids =
  /^(?:x_)*(?:appendonsend|divrplyfwdmsg|olk_src_body_section|stopspelling|mail-editor-reference-message-container|yahoo_quoted.*)$/;
const classes = /(?:^|\s)(?:x_)*(?:yahoo_quoted|outlookmessageheader|ms-outlook-mobile-reference-message)(?:\s|$)/;
/** Outlook draws a thin line, of points and not of pixels, above the header block and nothing around it. */
const outlookLine =
  /border:\s*none;\s*border-top:\s*(?:solid|#[0-9a-f]{6})\s[^;]{0,40}pt[^;]{0,40};\s*padding:\s*3(?:\.0)?pt 0/;

/**
 * Whether an HTML element begins the older mail of a reply or forward, whatever the language: Outlook for Windows, Mac, the web
 * and telephones, Hotmail, Yahoo and GMX put it below, unmarked. Others use a `blockquote`. `style` is in lower case.
 */
export function holdsOlderMail(attributes: ReadonlyMap<string, string>, style: string): boolean {
  const read = (name: string) => attributes.get(name)?.toLowerCase() ?? '';
  return ids.test(read('id')) || classes.test(read('class')) || read('name') === 'quote' || outlookLine.test(style);
}
