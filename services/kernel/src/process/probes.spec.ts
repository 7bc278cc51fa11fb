import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { until } from '../testkit/until.js';
import { type AskReadiness, readinessOf, type ToldReadiness } from '../runtime/health.js';
import { Probes } from './probes.js';
import { Started } from './started.js';

const READY = { status: 200, body: { status: 'ready' } };
const ALIVE = { status: 200, body: { status: 'ok' } };
const notReady = (reason: string) => ({ status: 503, body: { status: 'not_ready', reason } });

describe('the probes of a process', () => {
  let probes: Probes;
  let started: Started;
  let close: () => void;
  /** The paths that were asked for. */
  let arrived: string[];
  let ask: (path: string) => Promise<{ readonly status: number; readonly body: unknown }>;

  beforeEach(async () => {
    probes = new Probes();
    started = new Started();
    arrived = [];
    const server = createServer((request, response) => {
      const path = request.url ?? '';
      probes.listeners.get(path)?.(request, response);
      arrived.push(path);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    close = () => void server.close();
    ask = async (path) => {
      const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
      const text = await answer.text();
      return { status: answer.status, body: text.startsWith('{') ? (JSON.parse(text) as unknown) : text };
    };
  });
  afterEach(() => close());

  /** Engines that say nothing until they are told what to say; `asked`: how often they were asked. */
  const hanging = () => {
    let tell: (told: ToldReadiness) => void = () => undefined;
    const state = { asked: 0 };
    const readiness: AskReadiness = () => {
      state.asked += 1;
      return new Promise((resolve) => void (tell = resolve));
    };
    return { state, readiness, tell: (told: ToldReadiness) => tell(told) };
  };
  const waiting = (count: number): Promise<void> =>
    until(async () => arrived.filter((path) => path === '/readyz').length === count, 10_000);

  it('tell a start that is not done: it lives, has not started, is not ready', async () => {
    expect(await ask('/livez')).toEqual(ALIVE);
    expect(await ask('/startupz')).toEqual(notReady('starting'));
    expect(await ask('/readyz')).toEqual(notReady('starting'));
  });

  it('tell what the process says of itself when it has started', async () => {
    const engine: { reason?: string } = {};
    probes.begin(async () => readinessOf(engine.reason), started);
    expect(await ask('/startupz')).toEqual(ALIVE);
    expect(await ask('/readyz')).toEqual(READY);
    engine.reason = 'the event log: does not answer';
    expect(await ask('/readyz')).toEqual(notReady('the event log: does not answer'));
    expect(await ask('/livez')).toEqual(ALIVE);
    expect(await ask('/startupz')).toEqual(ALIVE);
  });

  it('count a start as done once its read models have caught up, where it waits for them', async () => {
    let hasCaughtUp = false;
    probes.begin(
      async () => readinessOf(undefined),
      started,
      async () => hasCaughtUp,
    );
    expect(await ask('/startupz')).toEqual(notReady('its read models have not caught up yet'));
    expect(await ask('/livez')).toEqual(ALIVE);
    hasCaughtUp = true;
    expect(await ask('/startupz')).toEqual(ALIVE);
  });

  it('ask an engine that hangs once, however many come, and tell all of them the same', async () => {
    const { state, readiness, tell } = hanging();
    probes.begin(readiness, started);
    const answers = Promise.all(Array.from({ length: 5 }, () => ask('/readyz')));
    await waiting(5);
    expect(await ask('/livez')).toEqual(ALIVE);
    expect(await ask('/startupz')).toEqual(ALIVE);
    tell(readinessOf('the vault: does not answer'));
    expect(await answers).toEqual(Array.from({ length: 5 }, () => notReady('the vault: does not answer')));
    expect(state.asked).toBe(1);
    const next = ask('/readyz');
    await waiting(6);
    tell(readinessOf(undefined));
    expect(await next).toEqual(READY);
    expect(state.asked).toBe(2);
  });

  it('take a process that was told to end out of its balancer, before anything else of it stops', async () => {
    const heard: unknown[] = [];
    started.then(
      async () => void heard.push(await ask('/readyz'), await ask('/livez'), await ask('/startupz')),
    );
    probes.begin(async () => readinessOf(undefined), started);
    await started.stop();
    expect(heard).toEqual([notReady('stopping'), ALIVE, ALIVE]);
  });

  it('say so to who had asked before it was told, too', async () => {
    const { readiness, tell } = hanging();
    probes.begin(readiness, started);
    const answer = ask('/readyz');
    await waiting(1);
    await started.stop();
    tell(readinessOf(undefined));
    expect(await answer).toEqual(notReady('stopping'));
  });

  it('say that nothing can be told of it, and not what was thrown', async () => {
    probes.begin(() => Promise.reject(new Error('10.0.0.7')), started);
    const untold = { status: 500, body: 'readiness cannot be told' };
    expect([await ask('/readyz'), await ask('/readyz')]).toEqual([untold, untold]);
    expect(await ask('/livez')).toEqual(ALIVE);
  });
});
