import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BadAnswer } from './head.ts';
import { ResponseReader } from './response.ts';

/** What is left of an answer that came in these pieces, on a connection that was then closed. */
function outcome(pieces: readonly Buffer[]) {
  const reader = new ResponseReader();
  let error: unknown;
  let behind = 0;
  try {
    for (const piece of pieces) {
      if (reader.done) behind += piece.length;
      else reader.read(piece);
    }
    if (!reader.done) reader.end();
  } catch (thrown) {
    if (!(thrown instanceof BadAnswer)) throw thrown;
    error = thrown.code;
  }
  const { status, done, keepsSeconds } = reader;
  const body = Buffer.concat(reader.kept ?? []).toString('latin1');
  return { status, done, error, body, keepsSeconds, reusable: reader.reusable && behind === 0 };
}

const read = (...lines: string[]) => outcome([Buffer.from(lines.join('\r\n'), 'latin1')]);

function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  return [...ends, bytes.length].map((end, index) => bytes.subarray(index === 0 ? 0 : ends[index - 1], end));
}

const places = fc.array(fc.nat(), { maxLength: 12 });
const status = fc.integer({ min: 200, max: 999 }).filter((code) => code !== 204 && code !== 304);
const content = fc.uint8Array({ maxLength: 5_000 }).map((bytes) => Buffer.from(bytes));
const fillers = fc.array(
  fc.constantFrom('Date: today', 'x-empty:', 'X-Length-1234: 5', 'Set-Cookie: \xe9', 'KEEP-ALIVE: timeout=7', 'x:\t y'),
  { maxLength: 5 },
);
const informational = fc.constantFrom('', 'HTTP/1.1 100 Continue\r\n\r\n', 'HTTP/1.1 103\r\nContent-Length: 9\r\n\r\n');

/** Well-formed answers with their body, in the three forms a body has. */
const answers = fc
  .tuple(status, fillers, informational, content, fc.array(fc.nat(), { maxLength: 5 }), fc.constantFrom(0, 1, 2))
  .map(([code, headers, before, body, sizes, form]) => {
    const framing = [`Content-Length: ${body.length}`, 'transfer-encoding: Chunked', 'x-form: until close'][form]!;
    const head = `${before}HTTP/1.1 ${code} Why\r\n${[...headers, framing].join('\r\n')}\r\n\r\n`;
    const wire = form === 1 ? chunked(cut(body, sizes)) : body;
    const bytes = Buffer.concat([Buffer.from(head, 'latin1'), wire]);
    return { code, body, form, bytes };
  });

function chunked(pieces: Buffer[]): Buffer {
  const parts = pieces
    .filter((piece) => piece.length > 0)
    .flatMap((piece) => [Buffer.from(`${piece.length.toString(16)};a="b"\r\n`), piece, Buffer.from('\r\n')]);
  return Buffer.concat([...parts, Buffer.from('000\r\nContent-Length: 1\r\nx: y\r\n\r\n')]);
}

test('answers come out as they went in, however they are cut', () => {
  fc.assert(
    fc.property(answers, places, ({ code, body, form, bytes }, at) => {
      const kept = body.subarray(0, 4096).toString('latin1');
      const result = outcome(cut(bytes, at));
      expect(result).toMatchObject({ status: code, done: true, error: undefined, body: kept, reusable: form !== 2 });
    }),
  );
});

/** Near enough to HTTP to get far into it. */
const nearly = fc
  .array(
    fc.oneof(
      fc.constantFrom('HTTP/1.1 200 OK\r\n', 'HTTP/1.0 200\r\n', 'HTTP/1.1 102 x\r\n\r\n', 'HTTP/1.1 204 \r\n', '\r\n'),
      fc.constantFrom('Content-Length: 3\r\n', 'Transfer-Encoding: chunked\r\n', 'Connection: close\r\n', 'x: y\r\n'),
      fc.constantFrom('3\r\nabc\r\n', '0\r\n\r\n', 'ffff\r\n', 'abc', '\r', '\n', ':', ' ', '5;x'),
      fc.integer({ min: 0, max: 20_000 }).map((size) => 'z'.repeat(size)),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => Buffer.from(`HTTP/1.1 200 OK\r\n${parts.join('')}`, 'latin1'));

test('no bytes at all make it throw anything else, and how they are cut changes nothing', () => {
  const bytes = fc.oneof(
    nearly,
    nearly.map((text) => text.subarray(17)),
    content,
  );
  fc.assert(
    fc.property(bytes, places, (all, at) => {
      expect(outcome(cut(all, at))).toEqual(outcome([all]));
    }),
    { numRuns: 500 },
  );
});

test('byte by byte', () => {
  const bytes = Buffer.from('HTTP/1.1 201 Made\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n');
  expect(outcome(cut(bytes, [...bytes.keys()]))).toMatchObject({ status: 201, body: 'abc', reusable: true });
});

test('does not keep the bytes it was given', () => {
  const reader = new ResponseReader();
  const shared = Buffer.alloc(40);
  for (const text of ['HTTP/1.1 200 OK\r\nContent-', 'Length: 6\r\n\r\nab', 'cd', 'ef']) {
    reader.read(shared.subarray(0, shared.write(text)));
    shared.fill('X');
  }
  expect(reader).toMatchObject({ done: true, status: 200, reusable: true });
  expect(Buffer.concat(reader.kept!).toString()).toBe('abcdef');
});

test.each<[string, string[], boolean]>([
  ['HTTP/1.1', ['HTTP/1.1 200 OK', 'Content-Length: 0', '', ''], true],
  ['no reason', ['HTTP/1.1 200', 'Content-Length: 0', '', ''], true],
  ['an empty line before', ['', 'HTTP/1.1 200 OK', 'Content-Length: 0', '', ''], true],
  ['a 204 without length', ['HTTP/1.1 204 No', '', ''], true],
  ['a 204 with a length', ['HTTP/1.1 204 No', 'Content-Length: 5', '', ''], false],
  ['a 304 with chunks', ['HTTP/1.1 304 No', 'Transfer-Encoding: chunked', '', ''], false],
  ['a word before close', ['HTTP/1.1 200 OK', 'Connection: x, Close', 'Content-Length: 0', '', ''], false],
  ['HTTP/1.0', ['HTTP/1.0 200 OK', 'Content-Length: 0', '', ''], false],
  ['HTTP/1.0 that waits', ['HTTP/1.0 200 OK', 'connection: Keep-Alive', 'Content-Length: 0', '', ''], true],
  [
    'HTTP/1.0 with chunks',
    ['HTTP/1.0 200 OK', 'connection: keep-alive', 'transfer-encoding: chunked', '', '0', '', ''],
    false,
  ],
  ['another coding', ['HTTP/1.1 200 OK', 'Transfer-Encoding: gzip', '', 'x'], false],
  ['several codings', ['HTTP/1.1 200 OK', 'Transfer-Encoding: gzip, chunked', '', '1', 'x', '0', '', ''], true],
  ['bytes behind it', ['HTTP/1.1 200 OK', 'Content-Length: 0', '', 'x'], false],
])('%s is read; the connection is used again: %3$s', (_what, lines, reusable) => {
  expect(read(...lines)).toMatchObject({ done: true, error: undefined, reusable });
});

test.each<[string, string[]]>([
  ['another protocol', ['SSH-2.0-OpenSSH_9.2']],
  ['another protocol, from its first byte', ['\x15']],
  ['another version', ['HTTP/2.0 200 OK', '', '']],
  ['a short status', ['HTTP/1.1 20 OK', '', '']],
  ['a long status', ['HTTP/1.1 2000 OK', '', '']],
  ['a small status', ['HTTP/1.1 099 OK', '', '']],
  ['bare line feeds', ['HTTP/1.1 200 OK\nContent-Length: 0\n\n']],
  ['a folded header', ['HTTP/1.1 200 OK', 'X: a', ' b', '', '']],
  ['no colon', ['HTTP/1.1 200 OK', 'no colon here', '', '']],
  ['no name', ['HTTP/1.1 200 OK', ': x', '', '']],
  ['a blank before the colon', ['HTTP/1.1 200 OK', 'Content-Length : 0', '', '']],
  ['NUL', ['HTTP/1.1 200 OK', 'X: a\0b', '', '']],
  ['a length twice', ['HTTP/1.1 200 OK', 'Content-Length: 0', 'Content-Length: 0', '', '']],
  ['a list of lengths', ['HTTP/1.1 200 OK', 'Content-Length: 0, 0', '', '']],
  ['no length', ['HTTP/1.1 200 OK', 'Content-Length:', '', '']],
  ['a signed length', ['HTTP/1.1 200 OK', 'Content-Length: +5', '', 'hello']],
  ['an endless length', ['HTTP/1.1 200 OK', `Content-Length: ${'9'.repeat(30)}`, '', 'hello']],
  ['length and chunks', ['HTTP/1.1 200 OK', 'Content-Length: 5', 'Transfer-Encoding: chunked', '', '0', '', '']],
])('%s is not HTTP', (_what, lines) => {
  expect(read(...lines)).toMatchObject({ status: undefined, done: false, error: 'NOT_HTTP', reusable: false });
});

test.each(['zz', '', '-1', '0x5', '5 ', `${'f'.repeat(20)}`])(
  'a chunk of %j bytes is not HTTP, but the status holds',
  (size) => {
    expect(read('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', '', size, 'hello', '0', '', '')).toMatchObject({
      status: 200,
      error: 'NOT_HTTP',
    });
  },
);

test('a chunk that is longer than it says', () => {
  expect(read('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', '', '2', 'hello')).toMatchObject({
    status: 200,
    error: 'NOT_HTTP',
    body: 'he',
  });
});

test('headers, informational answers and extensions of chunks share one limit', () => {
  const long = `x: ${'y'.repeat(9_000)}`;
  expect(read('HTTP/1.1 200 OK', long, 'Content-Length: 0', '', '')).toMatchObject({ done: true });
  expect(read('HTTP/1.1 200 OK', long, long, '', '').error).toBe('HEAD_TOO_LONG');
  expect(read('HTTP/1.1 102 P', long, '', 'HTTP/1.1 200 OK', long, '', '').error).toBe('HEAD_TOO_LONG');
  const chunks = ['HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', '', `1;${long}`, 'a', `1;${long}`, 'b', '0', '', ''];
  expect(read(...chunks)).toMatchObject({ status: 200, error: 'HEAD_TOO_LONG', body: 'a' });
});

test('of a body, 16 KiB are read; more is enough', () => {
  const sized = (size: number) => read('HTTP/1.1 200 OK', `Content-Length: ${size}`, '', 'b'.repeat(size));
  expect(sized(16 * 1024)).toMatchObject({ done: true, reusable: true, body: 'b'.repeat(4096) });
  expect(sized(16 * 1024 + 1)).toMatchObject({ done: true, reusable: false, body: 'b'.repeat(4096) });
  const begun = new ResponseReader();
  begun.read(Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\n${'c'.repeat(16 * 1024 + 1)}`));
  expect(begun).toMatchObject({ done: true, reusable: false, status: 200 });
});

test('an incomplete response is an error, and so is a protocol switch', () => {
  expect(read('HTTP/1.1 200 OK', 'Conte')).toMatchObject({ status: undefined, error: 'NO_ANSWER' });
  expect(read('HTTP/1.1 200 OK', 'Content-Length: 9', '', 'half')).toMatchObject({ status: 200, error: 'NO_ANSWER' });
  expect(read('HTTP/1.1 101 Switch', 'Upgrade: x', '', '')).toMatchObject({ status: undefined, error: 'NO_ANSWER' });
});

test.each([
  ['timeout=5', 5],
  ['max=100, Timeout=60', 60],
  ['max=100', undefined],
])('Keep-Alive: %s', (value, seconds) => {
  expect(read('HTTP/1.1 200 OK', `Keep-Alive: ${value}`, 'Content-Length: 0', '', '').keepsSeconds).toBe(seconds);
});

test('headers and a long body are kept on request, from the final response only', () => {
  const reader = new ResponseReader({ mostRead: 100_000, mostKept: 100_000, headers: true });
  const body = 'x'.repeat(50_000);
  const head = 'HTTP/1.1 103\r\nX-Id: early\r\n\r\nHTTP/1.1 429 Slow\r\nRetry-After:  7 \r\nX-Id: one\r\nx-id: two';
  const answer = Buffer.from(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  for (let at = 0; at < answer.length; at += 1_000) reader.read(answer.subarray(at, at + 1_000));
  expect(reader).toMatchObject({ done: true, reusable: true, status: 429 });
  expect([...reader.headers]).toEqual([
    ['retry-after', '7'],
    ['x-id', 'two'],
    ['content-length', '50000'],
  ]);
  expect(Buffer.concat(reader.kept ?? []).toString()).toBe(body);
  expect(new ResponseReader().headers.size).toBe(0);
});
