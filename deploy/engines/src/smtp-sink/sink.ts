import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { type Envelope, keepMail } from './mail-files.js';
import type { SinkSettings } from './settings.js';

const LARGEST_BYTES = 25 * 1024 * 1024;

/** A mail server on 127.0.0.1 that delivers to a folder. Answers the port it listens on. */
export const startSink = async (settings: SinkSettings): Promise<{ server: SMTPServer; port: number }> => {
  const { login, folder, delayMs } = settings;
  const server = new SMTPServer({
    authOptional: login === undefined,
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: true,
    disabledCommands: login === undefined ? ['AUTH', 'STARTTLS'] : ['STARTTLS'],
    disableReverseLookup: true,
    size: LARGEST_BYTES,
    closeTimeout: 1_000,
    onAuth: ({ username, password }, _session, answer) => {
      if (username === login?.user && password === login?.password) answer(null, { user: username });
      else answer(failure(535, 'the user or the password is wrong'));
    },
    onRcptTo: ({ address }, _session, answer) => {
      if (isRefused(settings.refused, address)) answer(failure(550, `${address} is refused`));
      else answer();
    },
    onData: (stream, session, answer) => {
      const accept = async (): Promise<void> => {
        const message = await buffer(stream);
        if (stream.sizeExceeded) throw failure(552, 'the mail is too large');
        if (delayMs > 0) await wait(delayMs);
        await keepMail(folder, envelopeOf(session), message);
      };
      accept().then(
        () => answer(),
        (error: unknown) => answer(error instanceof Error ? error : failure(451, String(error))),
      );
    },
  });
  server.on('error', (error) => process.stderr.write(`${error.message}\n`));
  const listener = server.listen(settings.port, '127.0.0.1');
  await once(listener, 'listening');
  return { server, port: (listener.address() as AddressInfo).port };
};

const failure = (responseCode: number, text: string): Error =>
  Object.assign(new Error(text), { responseCode });

const isRefused = (refused: readonly string[], address: string): boolean => {
  const lower = address.toLowerCase();
  return refused.some((each) => (each.startsWith('@') ? lower.endsWith(each) : lower === each));
};

const envelopeOf = ({ envelope }: SMTPServerSession): Envelope => ({
  from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
  to: envelope.rcptTo.map(({ address }) => address),
});
