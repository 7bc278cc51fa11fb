import { conformance } from '../testkit/conformance.js';
import { MailRefused, type Mail, type Mailer } from './port.js';

export interface MailerUnderTest {
  readonly mailer: Mailer;
  /** The messages delivered so far as they went over the wire (RFC 5322), in the order of their first sending. */
  readonly delivered: () => Promise<readonly string[]>;
}

const MAIL: Mail = {
  to: 'ada@example.org',
  subject: 'Your link',
  text: 'Dear Ada,\n\nhttps://cairn.example/reset#abc\n',
  messageId: 'reset-1@cairn.example',
};

const headersOf = (message: string): ReadonlyMap<string, string> => {
  const lines = message
    .slice(0, message.indexOf('\r\n\r\n'))
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  return new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
};
const wordOf = (_: string, kind: string, text: string): string =>
  kind.toUpperCase() === 'B'
    ? Buffer.from(text, 'base64').toString('latin1')
    : text.replaceAll('_', ' ').replaceAll(/=([0-9A-F]{2})/g, byteOf);
const byteOf = (_: string, hex: string): string => String.fromCharCode(Number.parseInt(hex, 16));
/** Encoded words (RFC 2047) in UTF-8 as text. */
const decodeHeader = (value: string): string =>
  Buffer.from(
    value.replaceAll(/\?=\s+=\?/g, '?==?').replaceAll(/=\?utf-8\?([bq])\?(.*?)\?=/gi, wordOf),
    'latin1',
  ).toString();
const decodeBody = (message: string): string => {
  const body = message.slice(message.indexOf('\r\n\r\n') + 4);
  switch (headersOf(message).get('content-transfer-encoding')) {
    case 'base64':
      return Buffer.from(body, 'base64').toString();
    case 'quoted-printable':
      return Buffer.from(
        body.replaceAll('=\r\n', '').replaceAll(/=([0-9A-F]{2})/g, byteOf),
        'latin1',
      ).toString();
    default:
      return body;
  }
};

/** What every mailer keeps to. `make` gives one that has sent nothing. */
export const mailConformance = (name: string, make: () => Promise<MailerUnderTest>): void => {
  conformance(`mail by ${name}`, () => {
    let mailer: Mailer;
    let delivered: () => Promise<readonly string[]>;
    beforeEach(async () => {
      ({ mailer, delivered } = await make());
    });

    it('delivers recipient, subject, text, date and message id', async () => {
      await mailer.send(MAIL);
      const [message, ...more] = await delivered();
      expect(more).toEqual([]);
      const headers = headersOf(message!);
      expect(headers.get('to')).toBe('ada@example.org');
      expect(headers.get('from')).toBe('Cairn <cairn@example.org>');
      expect(headers.get('subject')).toBe('Your link');
      expect(headers.get('message-id')).toBe('<reset-1@cairn.example>');
      expect(headers.get('mime-version')).toBe('1.0');
      expect(headers.get('content-type')).toMatch(/^text\/plain; charset=utf-8/);
      expect(new Date(headers.get('date')!).getTime()).not.toBeNaN();
      expect(decodeBody(message!).trimEnd()).toBe(MAIL.text.replaceAll('\n', '\r\n').trimEnd());
      expect(message!.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    });

    it.each(['Grüße aus Köln – 你好, мир 🎉', `${'ö'.repeat(300)} end`, 'a: b'])(
      'carries the subject %p in ASCII headers and gives it back whole',
      async (subject) => {
        await mailer.send({ ...MAIL, subject });
        const [message] = await delivered();
        const head = message!.slice(0, message!.indexOf('\r\n\r\n'));
        expect(head).toMatch(/^[\x20-\x7e\r\n]+$/);
        expect(decodeHeader(headersOf(message!).get('subject')!)).toBe(subject);
      },
    );

    it('carries any text', async () => {
      const text = `Grüße 🎉\n.\n.a line that begins with a dot\nFrom here\n${'long '.repeat(400)}\n${'ü'.repeat(900)}`;
      await mailer.send({ ...MAIL, text });
      const [message] = await delivered();
      expect(decodeBody(message!).trimEnd()).toBe(text.replaceAll('\n', '\r\n'));
      expect(Math.max(...message!.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998);
    });

    it('makes one mail of the same message id, also when sent at the same time', async () => {
      await Promise.all([mailer.send(MAIL), mailer.send(MAIL), mailer.send(MAIL)]);
      await mailer.send(MAIL);
      await mailer.send({ ...MAIL, messageId: 'reset-2@cairn.example' });
      const ids = (await delivered()).map((message) => headersOf(message).get('message-id'));
      expect([...ids].sort()).toEqual(['<reset-1@cairn.example>', '<reset-2@cairn.example>']);
    });

    const REFUSED: readonly (readonly [string, Partial<Mail>])[] = [
      ['a line break in the subject', { subject: 'a\r\nBcc: eve@example.org' }],
      ['a bare line feed in the subject', { subject: 'a\nBcc: eve@example.org' }],
      ['NUL in the subject', { subject: 'a\0b' }],
      ['a line break in the recipient', { to: 'ada@example.org\r\nBcc: eve@example.org' }],
      ['NUL in the recipient', { to: 'ada\0@example.org' }],
      ['two recipients', { to: 'ada@example.org, eve@example.org' }],
      ['a recipient in brackets', { to: 'Ada <ada@example.org>' }],
      ['no recipient', { to: '' }],
      ['a line break in the message id', { messageId: 'a@b\r\nBcc: eve@example.org' }],
      ['brackets in the message id', { messageId: '<a@b>' }],
    ];
    it.each(REFUSED)('refuses %s', async (_what, part) => {
      await expect(mailer.send({ ...MAIL, ...part })).rejects.toBeInstanceOf(MailRefused);
      expect(await delivered()).toEqual([]);
    });

    it.each<readonly [string, Partial<Mail>]>([
      ['to another', { to: 'nobody@example.org' }],
      ['about something else', { messageId: 'reset-2@cairn.example' }],
    ])('may be asked to forget a mail %s, which it never sent', async (_which, part) => {
      await mailer.send(MAIL);
      await mailer.forget({ ...MAIL, ...part });
      await mailer.send(MAIL);
      expect(await delivered()).toHaveLength(1);
    });
  });
};
