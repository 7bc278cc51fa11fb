import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EventStoreDbDouble, startEventStoreDbDouble } from '@cairn/engines/eventstoredb-double';
import {
  AUTHORITY,
  NAMED_CERTIFICATE,
  NAMED_KEY,
  SERVER_CERTIFICATE,
  SERVER_KEY,
} from '../../testkit/certificates.js';
import { collect, fill, freshCategory, freshStream } from '../conformance-events.js';
import type { EventStoreDbEventLog } from './index.js';
import { openEventStoreDb } from './index.js';

describe('the event log on an EventStoreDB with TLS and users', () => {
  const credentials = { user: 'cairn', password: 'p@ss:word' };
  let folder: string;
  let double: EventStoreDbDouble;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cairn-tls-'));
    writeFileSync(join(folder, 'ca.pem'), AUTHORITY);
    writeFileSync(join(folder, 'named.pem'), NAMED_CERTIFICATE);
    double = await startEventStoreDbDouble({
      tls: { key: SERVER_KEY, certificate: SERVER_CERTIFICATE },
      credentials,
    });
  });
  afterAll(async () => {
    await double.stop();
    rmSync(folder, { recursive: true });
  });

  const opened = (
    user: string,
    options: string,
    { scheme = 'esdb', host = 'localhost', port = double.port } = {},
  ): Promise<EventStoreDbEventLog> =>
    openEventStoreDb({ url: `${scheme}://${user}@${host}:${port}?${options}`, deadlineMs: 1_500 });
  const user = (): string => `${credentials.user}:${encodeURIComponent(credentials.password)}`;

  it.each([
    { scheme: 'esdb', host: 'localhost' },
    { scheme: 'esdb', host: '127.0.0.1' },
    { scheme: 'esdb+discover', host: 'localhost' },
  ])('is written, read and followed by $scheme://$host', async (server) => {
    const log = await opened(user(), `tlsCAFile=${folder}/ca.pem`, server);
    const category = freshCategory();
    const stream = freshStream(category);
    await fill(log, stream, 3);
    expect(await collect(log, [category], 3)).toEqual(await log.read(stream));
    await log.close();
  });

  it('is not used where its certificate is of nobody whom we trust, which is said', async () => {
    const log = await opened(user(), 'tls=true');
    expect(log.refusal()).toMatch(/does not answer.*certificate/);
    await log.close();
  });

  it('is not used by an address that its certificate does not name', async () => {
    const tls = { key: NAMED_KEY, certificate: NAMED_CERTIFICATE };
    const { port, stop } = await startEventStoreDbDouble({ tls, credentials });
    const refusalOf = async (host: string): Promise<string | undefined> => {
      const log = await opened(user(), `tlsCAFile=${folder}/named.pem`, { host, port });
      const refusal = log.refusal();
      await log.close();
      return refusal;
    };
    expect(await refusalOf('localhost')).toBeUndefined();
    expect(await refusalOf('127.0.0.1')).toMatch(/IP: 127\.0\.0\.1 is not in the cert's list/);
    await stop();
  });

  it('says that it denies a user', async () => {
    const log = await opened('cairn:wrong', `tlsCAFile=${folder}/ca.pem`);
    expect(log.refusal()).toContain('look at the user in its address');
    await log.close();
  });
});
