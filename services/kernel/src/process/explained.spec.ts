import { openMongo } from '../mongodb/index.js';
import { LogUnavailable } from '../eventlog/port.js';
import { openEventStoreDb } from '../eventlog/index.js';
import { openSmtpMailer } from '../mail/index.js';
import { openNamed } from './explained.js';
import { VaultUnavailable } from '../vault/port.js';
import { StartError } from './start-error.js';

const opened = (url: string, open: () => Promise<unknown>): Promise<unknown> =>
  openNamed('CAIRN_X_URL', url, open).catch((error: unknown) => error);

describe('an engine that a setting names', () => {
  it.each([
    ['mongodb://someone:pass:word@@x/', (url: string) => openMongo({ url })],
    ['mongodb://someone:password', (url: string) => openMongo({ url })],
    ['esdb://someone:password@h:1?tls=maybe', (url: string) => openEventStoreDb({ url })],
    [
      'smtps://someone:password@h:465?tlsCAFile=/nonexistent',
      (url: string) => openSmtpMailer({ url, from: 'a@b' }),
    ],
  ])('and that cannot be opened is told of in one sentence without its password: %s', async (url, open) => {
    const error = await opened(url, () => open(url));
    expect(error).toBeInstanceOf(StartError);
    const { message } = error as StartError;
    expect(message).toMatch(
      /^The engine that CAIRN_X_URL names cannot be used \(.+\): look at its address.*\.$/,
    );
    expect(message.replaceAll('user:password@host', '')).not.toMatch(/pass:?word|\n/);
  });

  it('is told of with its place when the server refuses', async () => {
    const refused = Object.assign(new Error('Authentication failed.'), { name: 'MongoServerError' });
    const error = await opened('mongodb://someone:secret@a:1,b:2/cairn?x=y', () => Promise.reject(refused));
    expect(String(error)).toContain('(Authentication failed, MongoDB at a:1,b:2)');
    expect(String(error)).not.toContain('secret');
  });

  it.each([13, 18])(
    'is a setting that is wrong at the start when its server refuses the login (%d)',
    async (code) => {
      const refused = Object.assign(new Error('Authentication failed.'), { name: 'MongoServerError', code });
      const away = new VaultUnavailable('the vault is not reached', { cause: refused });
      const error = await opened('mongodb://someone:secret@a:1/cairn', () => Promise.reject(away));
      expect(error).toBeInstanceOf(StartError);
      expect(String(error)).toContain(
        '(Authentication failed, MongoDB at a:1): look at its address, its user',
      );
    },
  );

  it('stays as it is when it says itself what to do', async () => {
    const away = new LogUnavailable('EventStoreDB at h:1 does not answer');
    expect(await opened('esdb://h:1', () => Promise.reject(away))).toBe(away);
  });
});
