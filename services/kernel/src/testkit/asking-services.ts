import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { command, query, type Requester } from '@cairn/contracts';
import { Type } from '@sinclair/typebox';
import { userPrincipal } from '../access/principal.js';
import { refuse } from '../base/refusal.js';
import type { CommandMessage } from '../messages/command-message.js';
import { defineService } from '../definition/define-service.js';
import type { FindService } from '../context/other-services.js';
import type { Service } from '../definition/service.js';
import { serviceCommand } from '../context/command.js';
import { serviceQuery } from '../context/query.js';
import type { ServiceTools } from '../context/service-tools.js';
import { projectionAdministration, RunningService } from '../runtime/index.js';
import { CounterAdded, CounterMade, counter, counters } from './counters.js';
import type { Embedded } from './index.js';
import { nothingOutside } from './nothing-outside.js';
import { requesterOf } from '../access/requesters.js';
import { commandServer, Signatures } from '../transport/index.js';
import { RemoteService } from '../transport/remote-service.js';

/** Models keep counters of their owners; datasets ask them, and count what they asked. */
const Input = Type.Object({ id: Type.String(), by: Type.Number() });
export const add = command('models.add', Input);
export const sumOf = query(
  'models.sumOf',
  Type.Object({ id: Type.String() }),
  Type.Object({ sum: Type.Number() }),
);
export const slow = query('models.slow', Type.Object({}), Type.Object({}));
const back = command('models.back', Input);
export const ask = command('datasets.ask', Input);
export const round = command('datasets.round', Input);
export const hold = command('datasets.hold', Input);
export const touch = command('datasets.touch', Input);
export const asked = { ...counter, category: 'asked' };

/** What nobody answers until the spec ends. */
let unanswered: Promise<void>;
let letGo: () => void;
const counted = (by: number, owner = 'o') => ({
  decide: ({ made }: { readonly made: boolean }) =>
    made ? [CounterAdded.of({ by })] : [CounterMade.of({ owner }), CounterAdded.of({ by })],
});

export const models = defineService({
  name: 'models',
  aggregates: [counter],
  commands: [
    serviceCommand(add, async ({ id, by }, { execute, principal }) => {
      if (by === 13) return refuse('conflict', 'Thirteen is not counted.');
      if (by === 3000) await unanswered;
      return execute(counter, id, counted(by, principal.userId));
    }),
    serviceCommand(back, async (input, { tools, principal, id, execute }) => {
      const call = { onBehalfOf: requesterOf(principal), id: id('back') };
      await tools.services.datasets.execute(input.by === 0 ? round : touch, input, call);
      return execute(counter, input.id, counted(1));
    }),
  ],
  queries: [
    serviceQuery(sumOf, async ({ id }, { documents, principal }) => {
      const found = (await documents.get('counters', id)) as { sum: number; owner: string } | undefined;
      return found?.owner === principal.userId ? { sum: found.sum } : refuse('not_found', 'Not there.');
    }),
    serviceQuery(slow, () => unanswered.then(() => ({}))),
  ],
  needs: ['datasets'],
  projections: [counters],
});

/** How often datasets were asked to ask models. */
export const rounds = { count: 0 };
export const datasets = defineService({
  name: 'datasets',
  aggregates: [asked],
  commands: [
    serviceCommand(ask, async ({ id, by }, { tools, principal, id: made, execute }) => {
      const call = { onBehalfOf: requesterOf(principal), id: made('add') };
      const reply = await tools.services.models.execute(add, { id, by }, call);
      return reply.status === 'refused' ? refuse(reply.code, reply.detail) : execute(asked, id, counted(by));
    }),
    serviceCommand(round, async (input, { tools, principal, id, execute }) => {
      rounds.count += 1;
      await tools.services.models.execute(back, input, { onBehalfOf: requesterOf(principal), id: id('r') });
      return execute(asked, input.id, counted(1));
    }),
    serviceCommand(hold, ({ id, by }, { tools, principal, id: made, execute }) =>
      execute(asked, id, {
        given: async () => {
          const call = { onBehalfOf: requesterOf(principal), id: made('b') };
          await tools.services.models.execute(back, { id, by: 1 }, call);
          return undefined;
        },
        ...counted(by),
      }),
    ),
    serviceCommand(touch, ({ id, by }, { execute }) => execute(asked, id, counted(by))),
  ],
  needs: ['models'],
  projections: [],
});

const person = userPrincipal({ id: randomUUID(), administrator: false }, 'session');
export const somebody: Requester = requesterOf(person);
export const somebodyElse: Requester = { kind: 'user', user_id: randomUUID() };

/** Both services, as their topology has them. */
export class Both {
  readonly gone = new Set<string>();
  readonly stop = new AbortController();
  readonly servers: Server[] = [];
  readonly running: RunningService[] = [];
  readonly remotes: RemoteService[] = [];
  /** What the work of datasets gets. */
  tools: ServiceTools | undefined;

  constructor(readonly engines: Embedded) {
    unanswered = new Promise((resolve) => (letGo = resolve));
  }

  run(definition: Service, find: FindService): RunningService {
    const work = (tools: ServiceTools) => {
      if (definition.name === 'datasets') this.tools = tools;
      return [];
    };
    const service = new RunningService(
      { ...definition, work },
      {
        engines: { ...this.engines, ...nothingOutside },
        logger: this.engines.logger,
        baseUrl: '',
        cachedBytes: 1_000_000,
        find,
        requesters: () => ({
          principalOf: async ({ user_id: id }) =>
            this.gone.has(id) ? undefined : userPrincipal({ id, administrator: false }, ''),
        }),
      },
    );
    service.start();
    this.running.push(service);
    return service;
  }

  async serve(service: RunningService): Promise<URL> {
    const server = createServer(
      commandServer({
        service,
        administration: projectionAdministration(service, this.engines.log, this.stop.signal),
        signatures: new Signatures(this.engines),
        clock: this.engines.clock,
        logger: this.engines.logger,
        readiness: async () => ({ status: 'ready' }),
        stopping: new AbortController().signal,
      }),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    this.servers.push(server);
    return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }

  async reach(name: string, address: URL, projections: readonly string[] = []): Promise<RemoteService> {
    const remote = new RemoteService({
      name,
      addresses: [address],
      categories: [],
      projections,
      ...this.engines,
      signatures: new Signatures(this.engines),
      rightsUntil: () => Number.POSITIVE_INFINITY,
      stopping: this.stop.signal,
    });
    await remote.start(this.stop.signal);
    this.remotes.push(remote);
    return remote;
  }

  async end(): Promise<void> {
    letGo();
    this.stop.abort();
    await Promise.all(this.remotes.map((remote) => remote.stopped()));
    for (const server of this.servers) {
      server.closeAllConnections();
      server.close();
    }
    await Promise.all(this.running.map((service) => service.stop()));
    await this.engines.remove();
  }
}

export const message = (
  { name }: { readonly name: string },
  input: { readonly id: string; readonly by: number },
  ms = 60_000,
): CommandMessage => ({
  name,
  input,
  principal: person,
  id: randomUUID(),
  request: 'r',
  correlation: 'the request',
  deadline: Date.now() + ms,
});

/** The two, where a spec has others than those above. */
export interface Their {
  readonly models: Service;
  readonly datasets: Service;
}

/** Both services in one process, and each in its own. */
export const topologies: readonly [string, (both: Both, their?: Their) => Promise<void>][] = [
  [
    'in one process',
    async (both, their = { models, datasets }) => {
      const find: FindService = (name) => both.running.find((service) => service.name === name);
      both.run(their.models, find);
      both.run(their.datasets, find);
    },
  ],
  [
    'in processes of their own',
    async (both, their = { models, datasets }) => {
      const find: FindService = (name) => both.remotes.find((service) => service.name === name);
      await both.reach('models', await both.serve(both.run(their.models, find)));
      await both.reach('datasets', await both.serve(both.run(their.datasets, find)), []);
    },
  ],
];
