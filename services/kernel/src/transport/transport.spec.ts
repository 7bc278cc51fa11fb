import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anonymous, system, userPrincipal } from '../access/principal.js';
import { patient } from '../clock/patience.js';
import { OutcomeUnknown } from '../errors/cairn-error.js';
import { LogUnavailable } from '../eventlog/port.js';
import { generationOf } from '../projection/projection.js';
import { readModelOf } from '../reactions/read-model.js';
import type { CommandMessage } from '../messages/command-message.js';
import { projectionAdministration, RunningService } from '../runtime/index.js';
import { counter, counters } from '../testkit/counters.js';
import { add, countingService, HeldCommands } from '../testkit/held-commands.js';
import { type Embedded, openEmbedded, until } from '../testkit/index.js';
import { nothingOutside } from '../testkit/nothing-outside.js';
import { COMMANDS, PROGRESS, SIGNATURE_HEADER } from '../messages/protocol.js';
import { commandServer, Signatures } from './index.js';
import { RemoteService } from './remote-service.js';

/** The time of all processes: it stands still, so that nothing that is signed grows old by itself. */
const NOW = Date.parse('2026-01-01T00:00:00.000Z');
/** Longer than a machine stands still. */
const LONG_MS = 60_000;

interface Served {
  readonly service: RunningService;
  readonly server: Server;
  readonly stopping: AbortController;
  readonly url: URL;
  /** How often a gateway was told that it cannot follow. */
  turnedAway: number;
}

describe('a service in another process', () => {
  let engines: Embedded;
  let held: HeldCommands;
  let served: Served[];
  let remote: RemoteService;
  let stop: AbortController;
  let provedUntil: number;

  beforeEach(async () => {
    engines = { ...openEmbedded(), clock: { now: () => NOW } };
    held = new HeldCommands();
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
    await until(async () => usable() === 2);
  });
  afterEach(async () => {
    held.letGo();
    stop.abort();
    await remote.stopped();
    for (const { service, server } of served) {
      server.closeAllConnections();
      server.close();
      await service.stop();
    }
    await engines.remove();
  });

  const usable = (): number => remote.replicas.filter(({ isUsable }) => isUsable).length;
  const die = ({ server }: Served): void => {
    server.close();
    server.closeAllConnections();
  };
  /** A replica; only one leads, the other stands by until it is stopped. */
  const serve = async (leads: boolean): Promise<Served> => {
    const stopping = new AbortController();
    const service = new RunningService(countingService(held), {
      engines: { ...engines, ...nothingOutside },
      logger: engines.logger,
      baseUrl: '',
      cachedBytes: 1_000_000,
      leadership: async (_name, signal, lead) => {
        if (leads) await lead(signal);
      },
    });
    service.start();
    const answer = commandServer({
      service,
      administration: projectionAdministration(service, engines.log, stopping.signal),
      signatures: new Signatures(engines),
      clock: engines.clock,
      logger: engines.logger,
      readiness: async () => ({ status: 'ready' }),
      stopping: stopping.signal,
    });
    const server = createServer((request, response) => {
      response.once('close', () => {
        if (request.url === PROGRESS && response.statusCode !== 200) one.turnedAway += 1;
      });
      answer(request, response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const one = { service, server, stopping, url: new URL(`http://127.0.0.1:${port}`), turnedAway: 0 };
    return one;
  };

  const message = (by: number, id: string = randomUUID(), ms = LONG_MS): CommandMessage => ({
    name: add.name,
    input: { id, by },
    principal: system,
    id: randomUUID(),
    request: 'r',
    correlation: 'c',
    deadline: NOW + ms,
  });

  it('executes a command and knows when it can be read (law 2)', async () => {
    const id = randomUUID();
    const reply = await remote.execute(message(7, id));
    expect(reply).toMatchObject({ status: 'done', stream: `counter-${id}`, revision: '1', replayed: false });
    expect(reply.status === 'done' && (await remote.reached(reply.position, LONG_MS))).toBe(true);
    expect(await engines.documents.get('counters', id)).toMatchObject({ sum: 7 });
    expect(await remote.lagMs()).toBe(0);
  });

  it('law 2: each of many writes over both replicas can be read when it was answered', async () => {
    const id = randomUUID();
    for (let sum = 1; sum <= 50; sum += 1) {
      const reply = await remote.execute(message(1, id));
      expect(reply.status === 'done' && (await remote.reached(reply.position, LONG_MS))).toBe(true);
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
    await expect(remote.execute(message(425))).rejects.toMatchObject({ transient: true, explained: false });
    await expect(remote.execute(message(500))).rejects.toThrow('the service failed; its log says why');
  });

  it('the outcome is unknown when the deadline is over', async () => {
    await expect(remote.execute(message(3000, randomUUID(), 300))).rejects.toBeInstanceOf(OutcomeUnknown);
  });

  it('law 3: a replica that dies under a command is replaced by the other, and the command is done once', async () => {
    const id = randomUUID();
    const both = [remote.execute(message(3000, id)), remote.execute(message(3000, id))];
    await until(async () => held.begun === 2);
    die(served[1]!);
    await until(async () => held.begun === 3);
    held.letGo();
    expect(await Promise.all(both)).toMatchObject([{ status: 'done' }, { status: 'done' }]);
    expect(await engines.log.read(`counter-${id}`)).toHaveLength(3);
  });

  it('law 4: waits for what is in flight at a replica that ends in an orderly way, and asks no other', async () => {
    const both = [remote.execute(message(3000)), remote.execute(message(3000))];
    await until(async () => held.begun === 2);
    const { server, stopping } = served[1]!;
    stopping.abort();
    await until(async () => served[1]!.turnedAway === 2);
    server.close();
    expect(await remote.execute(message(1))).toMatchObject({ status: 'done' });
    held.letGo();
    expect(await Promise.all(both)).toMatchObject([{ status: 'done' }, { status: 'done' }]);
    expect(held.begun).toBe(2);
  });

  it('goes to the other when one says that it is stopping', async () => {
    served[1]!.stopping.abort();
    for (let count = 0; count < 10; count += 1)
      expect(await remote.execute(message(1))).toMatchObject({ status: 'done' });
  });

  it('R10: one that is stopping ends although a gateway follows it', async () => {
    const { stopping, server } = served[1]!;
    stopping.abort();
    await until(async () => served[1]!.turnedAway === 2);
    let isClosed = false;
    server.close(() => (isClosed = true));
    await until(async () => isClosed);
  });

  it('takes all that a gateway lets in at once: what waits for others is not signed too long ago', async () => {
    const many = Array.from({ length: 200 }, () => remote.execute(message(3000)));
    await until(async () => held.begun >= many.length);
    held.letGo();
    const replies = await Promise.all(many);
    expect(replies.filter(({ status }) => status !== 'done')).toEqual([]);
  });

  it('is reached while one replica is, and not when none can be heard', async () => {
    expect(remote.isReached()).toBe(true);
    die(served[0]!);
    await until(async () => usable() === 1);
    expect(remote.isReached()).toBe(true);
    die(served[1]!);
    await until(async () => !remote.isReached());
  });

  it('says within a second that no replica answers', async () => {
    for (const one of served) die(one);
    await until(async () => usable() === 0);
    const monotonic = jest.spyOn(performance, 'now').mockReturnValue(0);
    const told = expect(remote.execute(message(1))).rejects.toMatchObject({ name: 'ServiceUnavailable' });
    monotonic.mockReturnValue(patient(800) + 1);
    await told;
    monotonic.mockRestore();
  });

  it('tells of parked streams', async () => {
    const id = randomUUID();
    const reply = await remote.execute(message(666, id));
    expect(reply.status === 'done' && (await remote.reached(reply.position, LONG_MS))).toBe(true);
    expect(remote.isStale([`counter-${id}`])).toBe(true);
    expect(remote.isStale(['counter-other'])).toBe(false);
  });

  it('administers the projections at the replica that leads', async () => {
    const reply = await remote.execute(message(1));
    expect(reply.status === 'done' && (await remote.reached(reply.position, LONG_MS))).toBe(true);
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
      ['with a made-up one', () => `t=${NOW + 1000},k=x,s=${'A'.repeat(43)}`],
      ['signed for another principal', () => signed(JSON.stringify({ ...message(1), principal: anonymous }))],
      ['signed for another path', (body: string) => signed(body, PROGRESS)],
      ['signed too long ago', (body: string) => signed(body, COMMANDS, NOW - 501)],
    ])('refuses one %s', async (_, signature) => {
      const body = JSON.stringify(message(1));
      expect((await post(body, await signature(body))).status).toBe(401);
      expect((await engines.log.readAll({ after: '', categories: ['counter'], limit: 1 })).events).toEqual(
        [],
      );
    });

    it('refuses a command whose rights ended before it was sent (S18)', async () => {
      provedUntil = NOW - 501;
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
