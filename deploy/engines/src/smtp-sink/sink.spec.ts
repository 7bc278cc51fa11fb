import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { SMTPServer } from 'smtp-server';
import { sinkSettings } from './settings.js';
import { startSink } from './sink.js';

let folder: string;
let server: SMTPServer;
let port: number;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'cairn-sink-'))));
afterEach(async () => {
  await new Promise<void>((resolve) => {
    server.close(resolve);
  });
  rmSync(folder, { recursive: true });
});

const start = async (knobs: Readonly<Record<string, string>> = {}): Promise<void> => {
  ({ server, port } = await startSink(sinkSettings({ CAIRN_SINK_FOLDER: folder, ...knobs })));
};
const send = (mail: SendMailOptions, login = '') =>
  createTransport(`smtp://${login}127.0.0.1:${port}`).sendMail({ from: 'a@x.org', text: 'Hello', ...mail });
const mails = (): readonly string[] =>
  readdirSync(folder)
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'));

describe('the SMTP sink', () => {
  it('keeps each mail in a file, in their order, with the envelope that it came in', async () => {
    await start();
    for (const subject of ['one', 'two', 'three'])
      await send({
        to: 'b@x.org',
        bcc: 'c@x.org',
        subject,
        envelope: { from: 'bounce@x.org', to: ['b@x.org', 'c@x.org'] },
      });
    expect(mails().map((mail) => /^Subject: (.*)\r$/m.exec(mail)?.[1])).toEqual(['one', 'two', 'three']);
    expect(mails()[0]).toMatch(
      /^Return-Path: <bounce@x\.org>\r\nDelivered-To: b@x\.org\r\nDelivered-To: c@x\.org\r\n/,
    );
    for (const name of readdirSync(folder))
      expect(name).toMatch(/^\d{4}-\d\d-\d\dT[\d.-]+Z\.\d{8}\.[0-9a-f]{16}\.eml$/);
  });

  it('refuses the recipients that it is told to, and takes the others', async () => {
    await start({ CAIRN_SINK_REFUSE: 'Gone@x.org,@nowhere.org' });
    await expect(send({ to: 'gone@X.org' })).rejects.toMatchObject({ responseCode: 550 });
    const { accepted, rejected } = await send({ to: ['b@x.org', 'd@nowhere.org'] });
    expect({ accepted, rejected }).toEqual({ accepted: ['b@x.org'], rejected: ['d@nowhere.org'] });
    expect(mails()).toHaveLength(1);
    expect(mails()[0]).not.toContain('Delivered-To: d@nowhere.org');
  });

  it('asks for a user when it is told one', async () => {
    await start({ CAIRN_SINK_USER: 'cairn', CAIRN_SINK_PASSWORD: 'secret' });
    await expect(send({ to: 'b@x.org' })).rejects.toMatchObject({ responseCode: 530 });
    await expect(send({ to: 'b@x.org' }, 'cairn:wrong@')).rejects.toMatchObject({ responseCode: 535 });
    await send({ to: 'b@x.org' }, 'cairn:secret@');
    expect(mails()).toHaveLength(1);
  });

  it('waits before it accepts when it is told to', async () => {
    await start({ CAIRN_SINK_DELAY_MS: '300' });
    const began = performance.now();
    await send({ to: 'b@x.org' });
    expect(performance.now() - began).toBeGreaterThan(290);
  });

  it('refuses a mail that is too large, and keeps nothing of it', async () => {
    await start();
    await expect(send({ to: 'b@x.org', text: 'x'.repeat(26 * 1024 * 1024) })).rejects.toMatchObject({
      responseCode: 552,
    });
    expect(mails()).toEqual([]);
  });

  it('does not start with settings that are wrong', async () => {
    await start();
    expect(() => sinkSettings({})).toThrow('CAIRN_SINK_FOLDER is empty: it names the folder of the mails');
    expect(() => sinkSettings({ CAIRN_SINK_FOLDER: '/a', CAIRN_SINK_DELAY_MS: 'long' })).toThrow(
      'CAIRN_SINK_DELAY_MS is “long”: it is a whole number',
    );
  });
});
