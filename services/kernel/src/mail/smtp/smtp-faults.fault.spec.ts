import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join as path } from 'node:path';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { openSmtpMailer } from '../index.js';
import { MailRefused, MailUnavailable, type Mail } from '../port.js';
import type { SmtpMailer, SmtpMailerOptions } from './options.js';
import { AUTHORITY, SERVER_CERTIFICATE, SERVER_KEY } from '../../testkit/certificates.js';

const from = 'Cairn <cairn@example.org>';
/** So that specs of what does not answer are short. */
const timeouts = { connectMs: 1_000, greetingMs: 1_000, socketMs: 1_500, mailMs: 5_000 };

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A mail server in this process; answers its port. */
const serve = async (options: SMTPServerOptions): Promise<number> => {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.cert === undefined ? ['STARTTLS'] : [],
    disableReverseLookup: true,
    closeTimeout: 100,
    onData: (stream, _session, answer) => void stream.on('end', () => answer()).resume(),
    ...options,
  });
  server.on('error', () => undefined);
  closing.push(() => new Promise<void>((resolve) => server.close(resolve)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.server.address() as AddressInfo).port;
};
/** A server that does with a connection whatever it likes; answers its port. */
const serveRaw = async (join: (socket: Socket) => void): Promise<number> => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    join(socket);
  });
  closing.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
};
const open = async (url: string, more: Partial<SmtpMailerOptions> = {}): Promise<SmtpMailer> => {
  const mailer = await openSmtpMailer({ url, from, timeouts, ...more });
  closing.push(() => mailer.close());
  return mailer;
};
const mail = (to = 'ada@example.org', messageId = 'a@b'): Mail => ({
  to,
  subject: 'Hello',
  text: 'Hello',
  messageId,
});
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'it did not fail',
    (error: unknown) => error,
  );
const answer = (responseCode: number, text: string): Error =>
  Object.assign(new Error(text), { responseCode });

describe('a mail that a server does not take', () => {
  const CASES: readonly (readonly [string, SMTPServerOptions, 'refused' | 'unavailable'])[] = [
    [
      'the recipient for good',
      { onRcptTo: ({ address }, _s, no) => no(answer(550, `no ${address} here`)) },
      'refused',
    ],
    ['the recipient for now', { onRcptTo: (_a, _s, no) => no(answer(450, 'mailbox busy')) }, 'unavailable'],
    ['the sender', { onMailFrom: (_a, _s, no) => no(answer(550, 'not you')) }, 'unavailable'],
    ['anybody without a login', { onMailFrom: (_a, _s, no) => no(answer(530, 'log in')) }, 'unavailable'],
    [
      'the text for good',
      { onData: (s, _x, no) => void s.on('end', () => no(answer(554, 'spam'))).resume() },
      'refused',
    ],
    [
      'the text for now',
      { onData: (s, _x, no) => void s.on('end', () => no(answer(452, 'full'))).resume() },
      'unavailable',
    ],
    ['anybody now', { onConnect: (_s, no) => no(answer(421, 'too busy')) }, 'unavailable'],
    ['anybody ever', { onConnect: (_s, no) => no(answer(554, 'no service')) }, 'unavailable'],
  ];

  it.each(CASES)('refuses %s: %#', async (_what, options, kind) => {
    const port = await serve(options);
    const failure = await failureOf((await open(`smtp://127.0.0.1:${port}`)).send(mail()));
    expect(failure).toBeInstanceOf(kind === 'refused' ? MailRefused : MailUnavailable);
    expect(String(failure)).toContain(`SMTP at smtp://127.0.0.1:${port}: `);
    expect(String(failure)).not.toContain('ada');
  });

  it('is sent when the server takes it the next time', async () => {
    let times = 0;
    const port = await serve({
      onRcptTo: (_a, _s, take) => ((times += 1) === 1 ? take(answer(450, 'busy')) : take()),
    });
    const mailer = await open(`smtp://127.0.0.1:${port}`);
    await expect(mailer.send(mail())).rejects.toBeInstanceOf(MailUnavailable);
    await mailer.send(mail());
    expect(times).toBe(2);
  });
});

describe('a mail server that is not as it should be', () => {
  it('is not there', async () => {
    const failure = await failureOf((await open('smtp://127.0.0.1:1')).send(mail()));
    expect(failure).toBeInstanceOf(MailUnavailable);
    expect(String(failure)).toMatch(/SMTP at smtp:\/\/127\.0\.0\.1:1: nothing listens there/);
  });

  it('is at no address', async () => {
    const failure = await failureOf((await open('smtp://nowhere.invalid')).send(mail()));
    expect(failure).toBeInstanceOf(MailUnavailable);
    expect(String(failure)).toMatch(/the name of the host is not known/);
  });

  it('does not greet', async () => {
    const port = await serveRaw(() => undefined);
    const began = Date.now();
    const failure = await failureOf((await open(`smtp://127.0.0.1:${port}`)).send(mail()));
    expect(failure).toBeInstanceOf(MailUnavailable);
    expect(String(failure)).toMatch(
      /it does not greet: a port that wants TLS from the first byte needs smtps:/,
    );
    expect(Date.now() - began).toBeLessThan(4_000);
  });

  it('goes silent', async () => {
    const port = await serveRaw((socket) => void socket.write('220 hello\r\n'));
    const failure = await failureOf((await open(`smtp://127.0.0.1:${port}`)).send(mail()));
    expect(failure).toBeInstanceOf(MailUnavailable);
    expect(String(failure)).toMatch(/it stopped answering/);
  });

  it('talks without end and says nothing', async () => {
    const port = await serveRaw((socket) => {
      socket.write('220 hello\r\n');
      const talk = setInterval(() => socket.write('250-still here\r\n'), 50);
      socket.on('close', () => clearInterval(talk));
    });
    const mailer = await open(`smtp://127.0.0.1:${port}`, { timeouts: { ...timeouts, mailMs: 1_000 } });
    const failure = await failureOf(mailer.send(mail()));
    expect(failure).toBeInstanceOf(MailUnavailable);
    expect(String(failure)).toMatch(/the mail was not accepted in time/);
  });

  it('hangs up on every connection', async () => {
    let times = 0;
    const port = await serveRaw((socket) => {
      times += 1;
      socket.destroy();
    });
    const failure = await failureOf((await open(`smtp://127.0.0.1:${port}`)).send(mail()));
    expect(failure).toBeInstanceOf(MailUnavailable);
    expect(times).toBeLessThanOrEqual(3);
  });

  it('closes a connection between two mails', async () => {
    const taken: string[] = [];
    const sockets: Socket[] = [];
    const port = await serve({
      onRcptTo: ({ address }, _s, take) => {
        taken.push(address);
        take();
      },
    });
    const between = await serveRaw((socket) => {
      const upstream = connect(port, '127.0.0.1');
      sockets.push(socket);
      socket.pipe(upstream).pipe(socket);
    });
    const mailer = await open(`smtp://127.0.0.1:${between}`);
    await mailer.send(mail('ada@example.org'));
    for (const socket of sockets) socket.destroy();
    await mailer.send(mail('eve@example.org'));
    expect(taken).toEqual(['ada@example.org', 'eve@example.org']);
  });
});

describe('a mail server that asks who sends', () => {
  const asking: SMTPServerOptions = {
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'cairn' && password === 'p/ss'
        ? done(null, { user: 'cairn' })
        : done(answer(535, 'wrong')),
  };

  it('takes the user and the password of the address, never without TLS unless told', async () => {
    const port = await serve(asking);
    await (await open(`smtp://cairn:p%2Fss@127.0.0.1:${port}?requireTLS=false`)).send(mail());
    const failure = await failureOf((await open(`smtp://cairn:p%2Fss@127.0.0.1:${port}`)).send(mail()));
    expect(failure).toBeInstanceOf(MailUnavailable);
    expect(String(failure)).toMatch(/the connection cannot be made safe: the server must offer STARTTLS/);
  });

  it('refuses another password, which is not told', async () => {
    const port = await serve(asking);
    const failure = await failureOf(
      (await open(`smtp://cairn:secret@127.0.0.1:${port}?requireTLS=false`)).send(mail()),
    );
    expect(failure).toBeInstanceOf(MailUnavailable);
    expect(String(failure)).toMatch(/user or password are refused/);
    expect(String(failure)).not.toContain('secret');
  });
});

describe('a mail server with a certificate of its own making', () => {
  const tls: SMTPServerOptions = { key: SERVER_KEY, cert: SERVER_CERTIFICATE };
  let folder: string;
  let trusting: string;
  beforeAll(() => {
    folder = mkdtempSync(path(tmpdir(), 'cairn-smtp-'));
    writeFileSync(path(folder, 'ca.pem'), AUTHORITY);
    trusting = `?tlsCAFile=${path(folder, 'ca.pem')}`;
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const safe: SMTPServerOptions = {
    ...tls,
    onMailFrom: (_address, session, take) => (session.secure ? take() : take(answer(530, 'STARTTLS first'))),
  };

  it.each([
    ['after STARTTLS when it must', 'smtp', { requireTls: true }],
    ['after STARTTLS when it is offered', 'smtp', {}],
    ['from the first byte', 'smtps', {}],
  ])('is spoken to safely %s', async (_what, scheme, more) => {
    const port = await serve({ ...safe, secure: scheme === 'smtps' });
    await (await open(`${scheme}://localhost:${port}${trusting}`, more)).send(mail());
    await (await open(`${scheme}://127.0.0.1:${port}${trusting}`, more)).send(mail());
  });

  it.each(['smtp', 'smtps'])('is not trusted by itself: %s', async (scheme) => {
    const port = await serve({ ...tls, secure: scheme === 'smtps' });
    const failure = await failureOf((await open(`${scheme}://localhost:${port}`)).send(mail()));
    expect(failure).toBeInstanceOf(MailUnavailable);
    expect(String(failure)).toMatch(/its certificate must be trusted: name its CA with tlsCAFile/);
  });

  it('is not trusted under another name', async () => {
    const port = await serve({ ...tls, secure: true });
    const failure = await failureOf(
      (await open(`smtps://[::ffff:127.0.0.1]:${port}${trusting}`)).send(mail()),
    );
    expect(failure).toBeInstanceOf(MailUnavailable);
    expect(String(failure)).toMatch(/the connection cannot be made safe/);
  });

  it('is sent nothing when it refuses STARTTLS', async () => {
    const said: string[] = [];
    const port = await serveRaw((socket) => {
      socket.write('220 hello\r\n');
      socket.on('data', (bytes) => {
        said.push(bytes.toString());
        socket.write(said.at(-1)!.startsWith('EHLO') ? '250-hello\r\n250 STARTTLS\r\n' : '454 not now\r\n');
      });
    });
    const mailer = await open(`smtp://cairn:secret@127.0.0.1:${port}`);
    expect(await failureOf(mailer.send(mail()))).toBeInstanceOf(MailUnavailable);
    expect(said.join('')).not.toMatch(/AUTH|MAIL|secret/);
  });

  it('says so when it wants TLS from the first byte and is not given it', async () => {
    const port = await serve({ ...tls, secure: true });
    const failure = await failureOf((await open(`smtp://localhost:${port}${trusting}`)).send(mail()));
    expect(String(failure)).toMatch(/a port that wants TLS from the first byte needs smtps:/);
  });
});
