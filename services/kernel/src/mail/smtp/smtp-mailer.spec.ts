import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RunningEngine, startEngine } from '@cairn/engines';
import { mailConformance } from '../conformance.js';
import { openSmtpMailer } from '../index.js';
import { MailUnavailable, type Mail } from '../port.js';
import type { SmtpMailer } from './options.js';

const from = 'Cairn <cairn@example.org>';

let engine: RunningEngine;
const opened: SmtpMailer[] = [];
beforeAll(async () => {
  engine = await startEngine('smtp');
});
afterAll(() => engine.stop());
afterEach(async () => {
  for (const mailer of opened.splice(0)) await mailer.close();
});

const open = async (): Promise<SmtpMailer> => {
  const mailer = await openSmtpMailer({ url: engine.url, from });
  opened.push(mailer);
  return mailer;
};
/** The mails that came since now. */
const inbox = async (): Promise<() => Promise<readonly string[]>> => {
  const { folder } = engine;
  if (folder === undefined)
    throw new Error('the mails of this SMTP server cannot be read: it names no folder');
  const before = new Set(await readdir(folder));
  return async () => {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.eml') && !before.has(name));
    return Promise.all(names.sort().map((name) => readFile(join(folder, name), 'utf8')));
  };
};

mailConformance('SMTP', async () => ({ mailer: await open(), delivered: await inbox() }));

describe('mail by SMTP', () => {
  const mail = (to: string, messageId = 'a@b'): Mail => ({ to, subject: 'Hello', text: 'Hello', messageId });

  it('has the address of its sender and the one recipient in the envelope', async () => {
    const delivered = await inbox();
    await (await open()).send(mail('ada@example.org'));
    const [message = ''] = await delivered();
    expect(message).toMatch(/^Return-Path: <cairn@example\.org>\r\nDelivered-To: ada@example\.org\r\n/);
    expect(message.match(/Delivered-To/g)).toHaveLength(1);
  });

  it('sends a message id once to each recipient', async () => {
    const delivered = await inbox();
    const mailer = await open();
    for (const to of ['ada@example.org', 'Ada@Example.org', 'eve@example.org']) await mailer.send(mail(to));
    expect((await delivered()).map((each) => /^To: (.*)\r$/m.exec(each)?.[1])).toEqual([
      'ada@example.org',
      'eve@example.org',
    ]);
  });

  it('does not remember a mail that it was told to forget', async () => {
    const delivered = await inbox();
    const mailer = await open();
    await mailer.send(mail('ada@example.org'));
    await mailer.forget({ to: 'ADA@example.org', messageId: 'a@b' });
    await mailer.send(mail('ada@example.org'));
    expect(await delivered()).toHaveLength(2);
  });

  it('sends many mails through few connections', async () => {
    const delivered = await inbox();
    const mailer = await open();
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => mailer.send(mail('ada@example.org', `${index}@b`))),
    );
    expect(await delivered()).toHaveLength(50);
  });

  it('finishes what is under way when it is closed, and takes nothing more', async () => {
    const delivered = await inbox();
    const mailer = await openSmtpMailer({ url: engine.url, from });
    const sending = [mailer.send(mail('ada@example.org')), mailer.send(mail('eve@example.org'))];
    await mailer.close();
    await Promise.all(sending);
    expect(await delivered()).toHaveLength(2);
    await expect(mailer.send(mail('bob@example.org'))).rejects.toBeInstanceOf(MailUnavailable);
    await mailer.close();
  });

  it.each([
    ['no address', 'mail.example.org'],
    ['another scheme', 'https://mail.example.org'],
    ['no host', 'smtp:'],
    ['a path', 'smtp://mail.example.org/secret'],
    ['something to ask for', 'smtp://mail.example.org?pool=secret'],
    ['a requireTLS that is neither', 'smtp://mail.example.org?requireTLS=secret'],
    ['a password that is not encoded', 'smtp://cairn:secret%@mail.example.org'],
  ])('is not opened with %s, and tells no password', async (_what, url) => {
    const opening = openSmtpMailer({ url, from });
    await expect(opening).rejects.toThrow('it is smtp://user:password@host:587 or smtps://');
    await expect(opening).rejects.not.toThrow('secret');
  });

  it('is not opened for a sender that is none', async () => {
    await expect(openSmtpMailer({ url: engine.url, from: 'Cairn' })).rejects.toThrow('no address: Cairn');
  });
});
