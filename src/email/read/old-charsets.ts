import { isAscii } from 'node:buffer';

/** Charsets that the platform's decoder does not know: of DOS, of old Macs, and those for lines of seven bits. */

/** The characters of the bytes from 128 on. */
const upperHalves = {
  ibm852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐' +
    '└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
  ibm850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
    '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  ibm437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
    '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  macCentralEuropean:
    'ÄĀāÉĄÖÜáąČäčĆćéŹźĎíďĒēĖóėôöõúĚěü†°Ę£§•¶ß®©™ę¨≠ģĮįĪ≤≥īĶ∂∑łĻļĽľĹĺŅ' +
    'ņŃ¬√ńŇ∆«»…\u00a0ňŐÕőŌ–—“”‘’÷◊ōŔŕŘ‹›řŖŗŠ‚„šŚśÁŤťÍŽžŪÓÔūŮÚůŰűŲųÝýķŻŁżĢˇ',
};

type Decode = (bytes: Buffer) => string;

const ofTable = (upperHalf: string) => (bytes: Buffer) => decodeSingleBytes(bytes, upperHalf);

/** By the name without the signs in it, which everybody writes differently. */
const decoders = new Map<string, Decode>([
  ['852', ofTable(upperHalves.ibm852)],
  ['850', ofTable(upperHalves.ibm850)],
  ['437', ofTable(upperHalves.ibm437)],
  ['858', ofTable(upperHalves.ibm850.replace('ı', '€'))],
  ['00858', ofTable(upperHalves.ibm850.replace('ı', '€'))],
  ['xmacce', ofTable(upperHalves.macCentralEuropean)],
  ['xmaccentraleurroman', ofTable(upperHalves.macCentralEuropean)],
  ['utf32', decodeUtf32],
  ['utf32le', decodeUtf32],
  ['utf32be', decodeUtf32],
  ['utf7', decodeUtf7],
  ['unicode11utf7', decodeUtf7],
  ['hzgb2312', decodeHz],
  ['iso2022kr', decodeIso2022Kr],
]);

const sevenBits = new Set<Decode>([decodeUtf7, decodeHz, decodeIso2022Kr]);

/** undefined if the charset is none of these, or the bytes cannot be of it. */
export function decodeOldCharset(bytes: Buffer, label: string): string | undefined {
  const decode = decoders.get(label.replaceAll(/[^a-z0-9]/g, '').replace(/^(?:cspcp|cp|ibm|cs|dos)/, ''));
  if (decode === undefined || (sevenBits.has(decode) && !isAscii(bytes))) return undefined;
  return decode(bytes);
}

function decodeSingleBytes(bytes: Buffer, upperHalf: string): string {
  const units = Buffer.allocUnsafe(bytes.length * 2);
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    units.writeUInt16LE(byte < 0x80 ? byte : upperHalf.charCodeAt(byte - 0x80), at * 2);
  }
  return units.toString('utf16le');
}

/** The first character is ASCII or the byte order mark: where its empty bytes are tells the order of all. */
function decodeUtf32(bytes: Buffer): string {
  const isLittle = bytes[0] !== 0;
  let text = '';
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
    text += code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
  }
  return text;
}

/** RFC 2152: what is not ASCII is UTF-16 in base64 between `+` and `-`; `+-` is a plus sign. */
function decodeUtf7(bytes: Buffer): string {
  return bytes.toString('latin1').replaceAll(/\+([A-Za-z0-9+/]*)(-?)/g, (whole, digits: string, end: string) => {
    if (digits === '') return end === '' ? whole : '+';
    const units = Buffer.from(digits, 'base64');
    return units
      .subarray(0, units.length & ~1)
      .swap16()
      .toString('utf16le');
  });
}

/** RFC 1843: Chinese characters stand between `~{` and `~}`, in seven bits. */
function decodeHz(bytes: Buffer): string {
  const text = bytes
    .toString('latin1')
    .replaceAll(/~(?:\{([^\n]*?)(?:~\}|(?=\n|$))|(~)|\r?\n)/g, (_, shifted, tilde) =>
      tilde === undefined ? withHighBits(shifted ?? '') : '~',
    );
  return new TextDecoder('gbk', { ignoreBOM: true }).decode(Buffer.from(text, 'latin1'));
}

/** RFC 1557: Korean characters stand between the signs for shifting out and in, in seven bits, on one line. */
function decodeIso2022Kr(bytes: Buffer): string {
  const plain = Buffer.from(bytes.toString('latin1').replaceAll('\x1b$)C', ''), 'latin1');
  let length = 0;
  let isShifted = false;
  for (const byte of plain) {
    if (byte === 0x0e || byte === 0x0f || byte === 0x0a) isShifted = byte === 0x0e;
    if (byte !== 0x0e && byte !== 0x0f) plain[length++] = isShifted && byte > 0x20 ? byte | 0x80 : byte;
  }
  return new TextDecoder('euc-kr', { ignoreBOM: true }).decode(plain.subarray(0, length));
}

function withHighBits(text: string): string {
  const bytes = Buffer.from(text, 'latin1');
  for (let at = 0; at < bytes.length; at++) if (bytes[at]! > 0x20) bytes[at]! |= 0x80;
  return bytes.toString('latin1');
}
