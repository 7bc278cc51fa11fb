import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EventStoreDbDouble, startEventStoreDbDouble } from '@cairn/engines/eventstoredb-double';
import { AUTHORITY, SERVER_CERTIFICATE, SERVER_KEY } from '../../testkit/certificates.js';
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
    double = await startEventStoreDbDouble({
      tls: { key: SERVER_KEY, certificate: SERVER_CERTIFICATE },
      credentials,
    });
  });
  afterAll(async () => {
    await double.stop();
    rmSync(folder, { recursive: true });
  });

  const opened = (user: string, options: string, scheme = 'esdb'): Promise<EventStoreDbEventLog> =>
    openEventStoreDb({ url: `${scheme}://${user}@localhost:${double.port}?${options}`, deadlineMs: 1_500 });
  const user = (): string => `${credentials.user}:${encodeURIComponent(credentials.password)}`;

  it.each(['esdb', 'esdb+discover'])('is written, read and followed by %s', async (scheme) => {
    const log = await opened(user(), `tlsCAFile=${folder}/ca.pem`, scheme);
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

  it('says that it denies a user', async () => {
    const log = await opened('cairn:wrong', `tlsCAFile=${folder}/ca.pem`);
    expect(log.refusal()).toContain('look at the user in its address');
    await log.close();
  });
});
