import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { command } from '@cairn/contracts';
import { Type } from '@sinclair/typebox';
import { anonymous, system, userPrincipal } from '../access/principal.js';
import { LogUnavailable, OutcomeUnknown } from '../eventlog/port.js';
import { refuse } from '../domain/refusal.js';
import { generationOf } from '../reactions/projection.js';
import { readModelOf } from '../reactions/read-model.js';
import {
  type CommandMessage,
  defineService,
  projectionAdministration,
  RunningService,
  serviceCommand,
} from '../runtime/index.js';
import { CounterAdded, CounterMade, counter, counters } from '../testkit/counters.js';
import { type Embedded, openEmbedded, until } from '../testkit/index.js';
import { COMMANDS, commandServer, PROGRESS, SIGNATURE_HEADER, Signatures } from './index.js';
import { RemoteService } from './remote-service.js';

const add = command('kernel.add', Type.Object({ id: Type.String(), by: Type.Number() }));

let slowOnes = 0;

/** Counts, and does what the number says: 13 is refused, 500 is a bug, 503 has no log, 3000 takes its time. */
const addTo = serviceCommand(add, async ({ id, by }, context) => {
  if (by === 13) return refuse('conflict', 'Thirteen is not counted.');
  if (by === 500) throw new TypeError('a bug with a secret');
  if (by === 503) throw new LogUnavailable('the log is away');
  if (by === 3000) {
    slowOnes += 1;
    await new Promise((resolve) => setTimeout(resolve, 3000));
  }
  return context.execute(counter, id, {
    decide: ({ made }) =>
      made ? [CounterAdded.of({ by })] : [CounterMade.of({ owner: 'o' }), CounterAdded.of({ by })],
  });
});

const definition = defineService({
  name: 'kernel',
  aggregates: [counter],
  commands: [addTo],
  projections: [counters],
});
const none = () => Promise.reject(new Error('the spec has none'));
const outside = {
  blobs: { put: none, open: none, info: none, collect: none, close: none },
  mail: { send: none, forget: none },
};

interface Served {
  readonly service: RunningService;
  readonly server: Server;
  readonly stopping: AbortController;
  readonly url: URL;
}

describe('a service in another process', () => {
  let engines: Embedded;
  let served: Served[];
  let remote: RemoteService;
  let stop: AbortController;
  let provedUntil: number;

  beforeEach(async () => {
    engines = openEmbedded();
    await engines.documents.prepare([readModelOf(counters)]);
    served = [await serve(true), await serve(false)];
    stop = new AbortController();
    provedUntil = Number.POSITIVE_INFINITY;
    remote = new RemoteService({
      name: 'kernel',
      addresses: served.map(({ url }) => url),
      categories: [counter.category],
      projections: [generationOf(counters)],
      ...engines,
      signatures: new Signatures(engines),
      rightsUntil: () => provedUntil,
      stopping: stop.signal,
    });
    await remote.start(stop.signal);
  });
  afterEach(async () => {
    stop.abort();
    await remote.stopped();
    for (const { service, server } of served) {
      server.closeAllConnections();
      server.close();
      await service.stop();
    }
    await engines.remove();
  });

  /** A replica; only one leads, the other stands by until it is stopped. */
  const serve = async (leads: boolean): Promise<Served> => {
    const stopping = new AbortController();
    const service = new RunningService(definition, {
      engines: { ...engines, ...outside },
      logger: engines.logger,
      baseUrl: '',
      cachedBytes: 1_000_000,
      leadership: async (_name, signal, lead) => {
        if (leads) await lead(signal);
      },
    });
    service.start();
    const server = createServer(
      commandServer({
        service,
        administration: projectionAdministration(service, engines.log, stopping.signal),
        signatures: new Signatures(engines),
        clock: engines.clock,
        logger: engines.logger,
        notReady: async () => undefined,
        stopping: stopping.signal,
      }),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return { service, server, stopping, url: new URL(`http://127.0.0.1:${port}`) };
  };

  const message = (by: number, id: string = randomUUID(), ms = 5000): CommandMessage => ({
    name: add.name,
    input: { id, by },
    principal: system,
    id: randomUUID(),
    request: 'r',
    correlation: 'c',
    deadline: Date.now() + ms,
  });

  it('executes a command and knows when it can be read (law 2)', async () => {
    const id = randomUUID();
    const reply = await remote.execute(message(7, id));
    expect(reply).toMatchObject({ status: 'done', stream: `counter-${id}`, revision: '1', replayed: false });
    expect(reply.status === 'done' && (await remote.reached(reply.position, 2000))).toBe(true);
    expect(await engines.documents.get('counters', id)).toMatchObject({ sum: 7 });
    expect(await remote.lagMs()).toBe(0);
  });

  it('law 2: each of many writes over both replicas can be read when it was answered', async () => {
    const id = randomUUID();
    for (let sum = 1; sum <= 50; sum += 1) {
      const reply = await remote.execute(message(1, id));
      expect(reply.status === 'done' && (await remote.reached(reply.position, 2000))).toBe(true);
      expect(await engines.documents.get('counters', id)).toMatchObject({ sum });
    }
  });

  it('gives refusals as they are, and errors by their kind', async () => {
    expect(await remote.execute(message(13))).toEqual({
      status: 'refused',
      code: 'conflict',
      detail: 'Thirteen is not counted.',
    });
    await expect(remote.execute(message(503))).rejects.toEqual(new LogUnavailable('the log is away'));
    await expect(remote.execute(message(500))).rejects.toThrow('the service failed; its log says why');
  });

  it('the outcome is unknown when the deadline is over', async () => {
    const began = Date.now();
    await expect(remote.execute(message(3000, randomUUID(), 300))).rejects.toBeInstanceOf(OutcomeUnknown);
    expect(Date.now() - began).toBeLessThan(1500);
  });

  it('law 3: a replica that dies under a command is replaced by the other, and the command is done once', async () => {
    const id = randomUUID();
    const slow = remote.execute({ ...message(3000, id) });
    const both = remote.execute({ ...message(3000, id) });
    await new Promise((resolve) => setTimeout(resolve, 100));
    const { server } = served[1]!;
    server.close();
    server.closeAllConnections();
    expect(await Promise.all([slow, both])).toMatchObject([{ status: 'done' }, { status: 'done' }]);
    expect(await engines.log.read(`counter-${id}`)).toHaveLength(3);
  });

  it('law 4: waits for what is in flight at a replica that ends in an orderly way, and asks no other', async () => {
    const before = slowOnes;
    const slow = [remote.execute(message(3000)), remote.execute(message(3000))];
    await until(async () => slowOnes === before + 2);
    const { server, stopping } = served[1]!;
    stopping.abort();
    await new Promise((resolve) => setTimeout(resolve, 200));
    server.close();
    expect(await Promise.all(slow)).toMatchObject([{ status: 'done' }, { status: 'done' }]);
    expect(slowOnes).toBe(before + 2);
  });

  it('goes to the other when one says that it is stopping', async () => {
    served[1]!.stopping.abort();
    for (let count = 0; count < 10; count += 1)
      expect(await remote.execute(message(1))).toMatchObject({ status: 'done' });
  });

  it('R10: one that is stopping ends although a gateway follows it', async () => {
    const { stopping, server } = served[1]!;
    stopping.abort();
    await new Promise((resolve) => setTimeout(resolve, 200));
    const closed = once(server, 'close').then(() => 'closed');
    server.close();
    const late = new Promise((resolve) => setTimeout(resolve, 1000, 'still open'));
    expect(await Promise.race([closed, late])).toBe('closed');
  });

  it('takes all that a gateway lets in at once: what waits for others is not signed too long ago', async () => {
    const many = Array.from({ length: 200 }, () => remote.execute(message(3000, undefined, 9_000)));
    const replies = await Promise.all(many);
    expect(replies.filter(({ status }) => status !== 'done')).toEqual([]);
  });

  it('says within a second that no replica answers', async () => {
    for (const { server } of served) {
      server.close();
      server.closeAllConnections();
    }
    const began = Date.now();
    await expect(remote.execute(message(1))).rejects.toMatchObject({ name: 'ServiceUnavailable' });
    expect(Date.now() - began).toBeLessThan(1500);
  });

  it('tells of parked streams', async () => {
    const id = randomUUID();
    const reply = await remote.execute(message(666, id));
    expect(reply.status === 'done' && (await remote.reached(reply.position, 2000))).toBe(true);
    expect(remote.isStale([`counter-${id}`])).toBe(true);
    expect(remote.isStale(['counter-other'])).toBe(false);
  });

  it('administers the projections at the replica that leads', async () => {
    await remote.execute(message(1));
    const { status, replay, rebuild } = remote.administration;
    expect(await status()).toMatchObject([{ name: 'kernel.counters@1', service: 'kernel', state: 'live' }]);
    expect(await replay('kernel.counters@1')).toMatchObject({ name: 'kernel.counters@1' });
    expect(await rebuild('kernel.counters@1')).toMatchObject({ name: 'kernel.counters@1' });
    expect(await rebuild('kernel.none@1')).toBeUndefined();
  });

  describe('believes only what this installation signed', () => {
    const post = (body: string, signature?: string) =>
      fetch(new URL(COMMANDS, served[0]!.url), {
        method: 'POST',
        body,
        ...(signature === undefined ? {} : { headers: { [SIGNATURE_HEADER]: signature } }),
      });
    const signed = (body: string, path = COMMANDS, ends?: number) =>
      new Signatures(engines).sign({ method: 'POST', path, body }, ends);

    it('takes a signed one', async () => {
      const body = JSON.stringify(message(1));
      expect((await post(body, await signed(body))).status).toBe(200);
    });

    it.each([
      ['without a signature', () => undefined],
      ['with a made-up one', () => `t=${Date.now() + 1000},k=x,s=${'A'.repeat(43)}`],
      ['signed for another principal', () => signed(JSON.stringify({ ...message(1), principal: anonymous }))],
      ['signed for another path', (body: string) => signed(body, PROGRESS)],
      ['signed too long ago', (body: string) => signed(body, COMMANDS, Date.now() - 600)],
    ])('refuses one %s', async (_, signature) => {
      const body = JSON.stringify(message(1));
      expect((await post(body, await signature(body))).status).toBe(401);
      expect((await engines.log.readAll({ after: '', categories: ['counter'], limit: 1 })).events).toEqual(
        [],
      );
    });

    it('refuses a command whose rights ended before it was sent (S18)', async () => {
      provedUntil = Date.now() - 600;
      const person = userPrincipal({ id: randomUUID(), administrator: false }, randomUUID());
      await expect(remote.execute({ ...message(1), principal: person })).rejects.toMatchObject({
        name: 'Unsigned',
      });
      expect((await engines.log.readAll({ after: '', categories: ['counter'], limit: 1 })).events).toEqual(
        [],
      );
    });
  });
});
