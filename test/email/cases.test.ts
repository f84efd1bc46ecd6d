/** Structured e-mails as real mail programs send them. Each case runs through SMTP, from bytes to SMS. */
import { expect, test } from 'vitest';
import { onTheWire, SmtpClient } from './client.ts';
import { body, type EmailService, emailService, letter, mailAccount, outcome, processed, smsOf } from './rig.ts';

const service: EmailService = await emailService();
const { db, smtpPort } = service;
const account = await mailAccount(db, 'alice@good.example');
const { key } = account;

const send = (raw: string | Buffer, from?: string) =>
  outcome(service, account, { raw, ...(from === undefined ? {} : { from }) });
const text = (parts: Parameters<typeof body>[0] = {}) => body({ key, ...parts });
const sent = (...sms: string[]) => ({ reply: processed, sms, errors: [] });
const base64 = (content: string) => Buffer.from(content).toString('base64').replaceAll(/.{76}/g, '$&\n');

/** One byte per character, as in windows-1250. */
function windows1250(content: string): Buffer {
  const bytes: Record<string, number> = { č: 0xe8, š: 0x9a, ž: 0x9e, '€': 0x80 };
  return Buffer.from([...content].map((character) => bytes[character] ?? character.charCodeAt(0)));
}

const html = (lines: string) => `<html><body>${lines}</body></html>`;
const paragraphs = (content: string, attributes = '') =>
  html(
    content
      .trimEnd()
      .split('\n')
      .map((line) => `<p${attributes}>${line || '&nbsp;'}</p>`)
      .join('\r\n'),
  );

function multipart(kind: string, parts: { headers: Record<string, string>; content: string }[]): string {
  const bodies = parts.map(({ headers, content }) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    return `--border\n${lines.join('\n')}\n\n${content}\n`;
  });
  return letter(`${bodies.join('')}--border--\n`, {
    'Content-Type': `multipart/${kind}; boundary=border`,
    'Content-Transfer-Encoding': '',
  });
}

const plainPart = (content: string) => ({ headers: { 'Content-Type': 'text/plain; charset=utf-8' }, content });
const htmlPart = (content: string) => ({ headers: { 'Content-Type': 'text/html; charset=utf-8' }, content });

test('1: windows-1250, 8bit, without #isunicode#', async () => {
  const raw = windows1250(letter(text({ content: 'čšž €' }), { 'Content-Type': 'text/plain; charset=windows-1250' }));
  expect(await send(raw)).toEqual(sent('csz €'));
});

test('2: the same bytes without any charset declared', async () => {
  for (const type of ['', 'text/plain']) {
    const raw = windows1250(letter(text({ content: 'čšž €' }), { 'Content-Type': type }));
    expect(await send(raw)).toEqual(sent('csz €'));
  }
});

test('3: Outlook, HTML only, a sentence of 95 characters', async () => {
  const sentence = `${'Your order is ready and waits for you. '.repeat(3)}`
    .slice(0, 94)
    .trimEnd()
    .padEnd(94, 'x')
    .concat('.');
  const raw = letter(paragraphs(text({ content: sentence }), ' class=MsoNormal'), {
    'Content-Type': 'text/html; charset=utf-8',
  });
  expect(sentence).toHaveLength(95);
  expect(await send(raw)).toEqual(sent(sentence));
});

test('4: an HTML part beside a PDF, no plain part', async () => {
  const pdf = {
    'Content-Type': 'application/pdf; name=a.pdf',
    'Content-Disposition': 'attachment',
    'Content-Transfer-Encoding': 'base64',
  };
  const raw = multipart('mixed', [htmlPart(paragraphs(text())), { headers: pdf, content: base64('%PDF-1.4') }]);
  expect(await send(raw)).toEqual(sent('Hello'));
});

test('5: an empty plain part beside a full HTML part', async () => {
  expect(await send(multipart('alternative', [plainPart(''), htmlPart(paragraphs(text()))]))).toEqual(sent('Hello'));
});

test('6: plain and HTML parts name different numbers: the plain part alone counts', async () => {
  const before = (await smsOf(db, account)).length;
  const parts = [
    plainPart(text({ destinations: '+38640123401' })),
    htmlPart(paragraphs(text({ destinations: '+38640123402' }))),
  ];
  expect(await send(multipart('alternative', parts))).toEqual(sent('Hello'));
  expect((await smsOf(db, account)).slice(before).map(({ destination }) => destination)).toEqual(['+38640123401']);
});

test('7: format=flowed with a trailing space on every line', async () => {
  const spaced = text({ content: 'Hello there' }).replaceAll('\n', ' \n');
  const raw = letter(spaced, { 'Content-Type': 'text/plain; charset=utf-8; format=flowed' });
  expect(await send(raw)).toEqual(sent('Hello there'));
});

test('8: base64 with a BOM, NBSP after tags and a zero-width space after the key', async () => {
  const odd = `\ufeff${text().replaceAll('#\n', '#\u00a0\n').replace(key, `${key}\u200b`)}`;
  expect(await send(letter(base64(odd), { 'Content-Transfer-Encoding': 'base64' }))).toEqual(sent('Hello'));
});

test('9: tags with inline styles', async () => {
  const styled = html(
    `<h1>#apikey#</h1><p>${key}</p><p>#sender#</p><p>Shop</p><p>#startdestination#</p><p>+38640123456</p>` +
      '<p>#enddestination#</p><p><b>#start</b><i>content#</i></p><p>See <a href="https://a.example/x">our page</a></p><p>#endcontent#</p>',
  );
  expect(await send(letter(styled, { 'Content-Type': 'text/html; charset=utf-8' }))).toEqual(sent('See our page'));
});

test('10: a signature and a list footer after #endcontent#', async () => {
  const footer = '\n-- \nAlice\n_______________\nTo unsubscribe: https://list.example\n';
  expect(await send(letter(text() + footer))).toEqual(sent('Hello'));
});

test('11: 640 characters with line breaks as CRLF; 641 are refused with code 1', async () => {
  const content = `${'x'.repeat(319)}\r\n${'y'.repeat(320)}`;
  const { reply, sms } = await send(letter(text({ content }).replaceAll(/\r?\n/g, '\r\n')));
  expect({ reply, length: sms[0]?.length }).toEqual({ reply: processed, length: 640 });
  const refused = await send(letter(text({ content: `${content}z` })));
  expect(refused).toMatchObject({ reply: processed, sms: [] });
  expect(refused.errors).toEqual([expect.stringContaining('Error: 1 - Message too long or empty')]);
});

test('12: no #endcontent#, and an older request quoted below', async () => {
  const quoted = text({ content: 'old' }).replaceAll(/^/gm, '> ');
  const raw = letter(`${text().replace('#endcontent#\n', '')}\nOn Monday Alice wrote:\n${quoted}`);
  const refused = await send(raw);
  expect(refused).toMatchObject({ reply: processed, sms: [] });
  expect(refused.errors).toEqual([expect.stringContaining('#endcontent#')]);
});

test('13: a request only inside a forwarded mail or an attachment', async () => {
  const forwarded = { headers: { 'Content-Type': 'message/rfc822' }, content: letter(text()) };
  const attached = {
    headers: {
      'Content-Type': 'text/plain; name=request.txt',
      'Content-Disposition': 'attachment; filename=request.txt',
    },
    content: text(),
  };
  for (const part of [forwarded, attached]) {
    expect(await send(multipart('mixed', [plainPart('See below'), part]))).toEqual(sent());
    expect(await send(multipart('mixed', [part]))).toEqual(sent());
  }
});

test('14: a number with a duplicated country code, next to a valid one: none is sent', async () => {
  const refused = await send(letter(text({ destinations: '38641123456\n040 123 456', more: '#defaultcc#\n386' })));
  expect(refused).toMatchObject({ reply: processed, sms: [] });
  expect(refused.errors).toEqual([
    expect.stringContaining(
      'Error: 3 - Invalid recipient (to) number: not a valid phone number: "+38638641123456" | Invalid destination numbers: +38638641123456',
    ),
  ]);
  expect(refused.errors[0]).not.toMatch(/Invalid destination numbers: .*\+38640123456/);
});

test('18: an out-of-office reply with an empty envelope sender', async () => {
  const raw = letter('I am away until Monday.\n', {
    'Auto-Submitted': 'auto-replied',
    Subject: 'Away: Hermod Email2SMS – Error',
  });
  expect(await send(raw, '')).toEqual(sent());
});

test('19: a monitoring alert is sent, and its errors are suppressed', async () => {
  const automatic = { 'Auto-Submitted': 'auto-generated' };
  expect(await send(letter(text(), automatic), 'monitor@good.example')).toEqual(sent('Hello'));
  expect(await send(letter(text({ sender: 'Absent' }), automatic), 'monitor@good.example')).toEqual(sent());
});

test('22: 30 MB without a declared size', async () => {
  const { client } = await SmtpClient.connect(smtpPort);
  for (const command of ['EHLO x', 'MAIL FROM:<alice@good.example>', 'RCPT TO:<sms@localhost>', 'DATA'])
    await client.command(command);
  const head = onTheWire(letter(text()));
  client.socket.write(head.subarray(0, head.length - 3));
  const megabyte = Buffer.from(`${'x'.repeat(998)}\r\n`.repeat(1_049));
  const before = process.memoryUsage().rss;
  for (let count = 0; count < 30; count++) {
    if (!client.socket.write(megabyte)) await new Promise((resolve) => client.socket.once('drain', resolve));
  }
  client.socket.write('.\r\n');
  expect(await client.reply()).toMatch(/^552 5\.3\.4 /);
  expect(process.memoryUsage().rss - before).toBeLessThan(150e6);
  client.close();
});
