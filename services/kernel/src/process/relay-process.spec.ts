import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@cairn/engines';
import { readConfig } from '../config/index.js';
import { healthListener, readinessOf } from '../runtime/health.js';
import { listen } from './listening.js';
import { brokersRefusal } from './reachable.js';
import { startRelayProcess } from './relay-process.js';

const asked = async (url: string) => {
  const answer = await fetch(url);
  return { status: answer.status, body: await answer.json() };
};

describe('a relay alone in its process', () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'cairn-relay-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  const start = (brokers: string) =>
    startRelayProcess(
      [],
      readConfig({
        CAIRN_DATA_DIR: folder,
        CAIRN_PORT: '0',
        CAIRN_METRICS_PORT: '-1',
        CAIRN_KAFKA_BROKERS: brokers,
        CAIRN_LOG_LEVEL: 'silent',
      }),
    );
  /** Takes connections there. */
  const broker = async (port: number): Promise<Server> => {
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };

  it('waits at its start until a broker is there', async () => {
    const port = await freePort();
    let hasStarted = false;
    const starting = start(`127.0.0.1:1,127.0.0.1:${port}`).finally(() => (hasStarted = true));
    await pause(500);
    expect(hasStarted).toBe(false);
    const server = await broker(port);
    await (await starting).stop();
    server.close();
  });

  it('is healthy, and not ready while no broker is there', async () => {
    const port = await freePort();
    const server = await broker(port);
    const running = await start(`127.0.0.1:1,127.0.0.1:${port}`);
    server.close();
    const url = /is ready at (\S+)/.exec(running.greeting[0] ?? '')?.[1] ?? '';
    expect(await asked(`${url}/healthz`)).toEqual({ status: 200, body: { status: 'ok' } });
    expect(await asked(`${url}/readyz`)).toEqual({
      status: 503,
      body: {
        status: 'not_ready',
        reason: expect.stringMatching(
          /^Kafka at 127\.0\.0\.1:1,127\.0\.0\.1:\d+ takes no connection: .*ECONNREFUSED/,
        ),
      },
    });
    await running.stop();
    await expect(fetch(url)).rejects.toThrow();
  });
});

describe('a relay that is given half of a login or of a certificate', () => {
  const sasl = /^CAIRN_KAFKA_SASL, .* belong together: set all of them, or none\.$/;
  const files = /^CAIRN_KAFKA_CERT_FILE, .* belong together: set all of them, or none\.$/;
  const both = { CAIRN_KAFKA_CERT_FILE: '/no/cert.pem', CAIRN_KAFKA_KEY_FILE: '/no/key.pem' };

  it.each<readonly [Record<string, string>, RegExp]>([
    [{ CAIRN_KAFKA_SASL: 'plain' }, sasl],
    [{ CAIRN_KAFKA_USER: 'cairn', CAIRN_KAFKA_PASSWORD: 'secret' }, sasl],
    [{ CAIRN_KAFKA_TLS: 'true', CAIRN_KAFKA_CERT_FILE: 'cert.pem' }, files],
    [both, /^CAIRN_KAFKA_CERT_FILE needs CAIRN_KAFKA_TLS: set it to true\.$/],
    [{ ...both, CAIRN_KAFKA_TLS: 'true' }, /^The file that CAIRN_KAFKA_CERT_FILE names .*ENOENT/],
  ])('does not start: %p', async (login, sentence) => {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-relay-'));
    const start = startRelayProcess(
      [],
      readConfig({
        CAIRN_DATA_DIR: folder,
        CAIRN_PORT: '0',
        CAIRN_METRICS_PORT: '-1',
        CAIRN_KAFKA_BROKERS: '127.0.0.1:1',
        ...login,
      }),
    );
    await expect(start).rejects.toThrow(sentence);
    rmSync(folder, { recursive: true });
  });
});

describe('the brokers of a relay', () => {
  let server: Server;
  beforeEach(async () => {
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => void server.close());

  it('are there when one of them takes a connection', async () => {
    const { port } = server.address() as AddressInfo;
    expect(await brokersRefusal(`127.0.0.1:1,127.0.0.1:${port}`)).toBeUndefined();
  });
});

describe('the health of a process', () => {
  it('is told at its two addresses and nowhere else', async () => {
    const listening = await listen(0, '127.0.0.1');
    const { url } = listening;
    listening.answer(healthListener(async () => readinessOf(undefined)));
    expect(await asked(`${url}/readyz`)).toEqual({ status: 200, body: { status: 'ready' } });
    const reason = 'not published: a';
    listening.answer(healthListener(async () => readinessOf(reason)));
    expect(await asked(`${url}/readyz`)).toEqual({ status: 503, body: { status: 'not_ready', reason } });
    expect((await asked(`${url}/healthz`)).status).toBe(200);
    expect((await asked(`${url}/other`)).status).toBe(404);
    await listening.stop();
  });
});
