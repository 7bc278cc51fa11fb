import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../faults/answers-of.js';
import { type Person, somebody } from '../support/people.js';
import { freePort, oneMachine, type RunningCairn, root } from '../support/topology.js';

/** What a process answers at a path of the port of its metrics. */
const probed = async (metricsUrl: string, path: string) => {
  const answer = await fetch(new URL(path, metricsUrl));
  return { status: answer.status, body: await answer.json() };
};
const ALIVE = { status: 200, body: { status: 'ok' } };
const notReady = (reason: string) => ({ status: 503, body: { status: 'not_ready', reason } });

describe('the probes beside the metrics (one machine)', () => {
  let cairn: RunningCairn;
  let person: Person;
  beforeAll(async () => {
    cairn = await oneMachine.start();
    person = await somebody(cairn);
  });
  afterAll(() => cairn.remove());

  /** POSTs a dataset, the end of whose body comes when `finish` is called. */
  const slowly = () => {
    const outgoing = request(`${cairn.baseUrl}/api/v1/datasets`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    });
    const answered = once(outgoing, 'response').then(([{ statusCode }]) => statusCode as number);
    outgoing.write('{ "name": ');
    return { answered, finish: () => void outgoing.end('"slow" }') };
  };

  it('say of the process what REST says of it', async () => {
    const { status, body } = await cairn.client().try('getReadiness');
    expect(status).toBe(200);
    expect(await probed(cairn.metricsUrl, '/readyz')).toEqual({ status, body });
    expect(await probed(cairn.metricsUrl, '/startupz')).toEqual(ALIVE);
    expect(await probed(cairn.metricsUrl, '/livez')).toEqual(ALIVE);
  });

  it('take it out of its balancer when it was told to end, while it answers what is in flight', async () => {
    const { answered, finish } = slowly();
    // Its answer comes after the server has read what came before it.
    await person.client.call('listDatasets');
    const ended = cairn.end('SIGTERM');
    await until(
      () => probed(cairn.metricsUrl, '/readyz'),
      ({ status }) => status !== 200,
    );
    expect(await probed(cairn.metricsUrl, '/readyz')).toEqual(notReady('stopping'));
    expect(await probed(cairn.metricsUrl, '/livez')).toEqual(ALIVE);
    finish();
    expect(await answered).toBe(201);
    expect(await ended).toBe(0);
  });
});

describe('the probes beside the metrics, of a start that waits for an engine', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-probes-'));
  let child: ChildProcess;
  /** Takes connections, and says nothing. */
  const silent = createServer();
  afterAll(async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    silent.close();
    rmSync(folder, { recursive: true });
  });

  it('say that it lives and has not started', async () => {
    const asked = once(silent.listen(0, '127.0.0.1'), 'connection');
    await once(silent, 'listening');
    const { port } = silent.address() as { port: number };
    const metricsPort = await freePort();
    child = spawn(process.execPath, [join(root, 'deploy/one-machine/dist/main.js')], {
      env: {
        CAIRN_DATA_DIR: folder,
        CAIRN_PORT: '0',
        CAIRN_METRICS_PORT: String(metricsPort),
        CAIRN_MONGODB_URL: `mongodb://127.0.0.1:${port}/cairn?replicaSet=rs`,
      },
      stdio: 'ignore',
    });
    await asked;
    const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
    expect(await probed(metricsUrl, '/livez')).toEqual(ALIVE);
    expect(await probed(metricsUrl, '/startupz')).toEqual(notReady('starting'));
    expect(await probed(metricsUrl, '/readyz')).toEqual(notReady('starting'));
  });
});
