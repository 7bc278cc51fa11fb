import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Operation, ProjectionStatus } from '@cairn/contracts';
import {
  type CallMessage,
  type CommandMessage,
  noGroups,
  openDiskBlobs,
  type Principal,
  readModelOf,
  RunningService,
  type Service,
  Unsigned,
  userPrincipal,
} from '@cairn/kernel';
import { openEmbedded } from '@cairn/kernel/testkit';
import type { Answer } from '../call/answer.js';
import type { AnyHandler } from '../call/handler.js';
import { createGateway } from '../gateway.js';
import { platformHandlers } from '../operations/platform/index.js';
import type { GatewayOptions } from '../options/options.js';
import { Problem } from '../problems/problem.js';
import { thingHandlers, thingOperations } from './thing-operations.js';
import { thingsService } from './things.js';

export const ADA = '01890000-0000-7000-8000-00000000ada0';

const principals: Readonly<Record<string, Principal>> = {
  ada: userPrincipal({ id: ADA, administrator: false }, 'session'),
  adaElsewhere: userPrincipal({ id: ADA, administrator: false }, 'other session'),
  eve: userPrincipal({ id: '01890000-0000-7000-8000-0000000000e0', administrator: false }, 'session of eve'),
  root: userPrincipal({ id: '01890000-0000-7000-8000-0000000000f0', administrator: true }, 'session of root'),
  key: {
    ...userPrincipal({ id: ADA, administrator: true }, ''),
    kind: 'key',
    apiKeyId: 'k',
    scopes: ['datasets:read'],
  },
};

/** What a spec can do to the edge beside sending requests. */
interface EdgeKnobs {
  /** The projections are behind. */
  lagging: boolean;
  /** What the projections say of how far they are, instead of what is true. */
  reached: ((timeoutMs: number) => Promise<boolean>) | undefined;
  /** No process of the service is reached. */
  unreached: boolean;
  /** Parked streams. */
  stale: readonly string[];
  /** So many of the next commands are refused, because the rights were proved too long ago; and what happens then. */
  readonly unsigned: (() => void)[];
  /** Nobody is signed in. */
  signedOut: boolean;
  /** How often it was asked who calls. */
  asked: number;
  /** What the broken operation does. */
  fail: () => Promise<Answer>;
}

/** A service behind an edge, and what answers its operations. */
export interface Behind {
  readonly service: Service;
  readonly operations: readonly Operation[];
  handlers(this: void, fail: () => Promise<Answer>): readonly AnyHandler[];
}

const things: Behind = {
  service: thingsService,
  operations: Object.values(thingOperations),
  handlers: thingHandlers,
};

/** An edge over embedded engines and a made-up service, listening on a port of this machine. */
export const startEdge = async (changes: Partial<GatewayOptions> = {}, behind = things) => {
  const embedded = openEmbedded();
  const engines = {
    ...embedded,
    blobs: await openDiskBlobs({ folder: join(embedded.folder, 'blobs') }),
    mail: { send: async () => undefined, forget: async () => undefined },
  };
  const knobs: EdgeKnobs = {
    lagging: false,
    unreached: false,
    reached: undefined,
    stale: [],
    unsigned: [],
    signedOut: false,
    asked: 0,
    fail: async () => ({ kind: 'empty' }),
  };
  const service = new RunningService(behind.service, {
    engines,
    logger: engines.logger,
    baseUrl: 'https://cairn.example',
    cachedBytes: 1_000_000,
  });
  await engines.documents.prepare(service.projectors.map(({ projection }) => readModelOf(projection)));
  service.start();
  const options = optionsOf(engines, service, knobs, changes, behind);
  const gateway = createGateway(options);
  const server = createServer(gateway.listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    engines,
    knobs,
    load: gateway.load,
    bounds: gateway.bounds,
    unread: gateway.unread,
    port,
    url: (path: string) => `http://127.0.0.1:${port}${path}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await gateway.stop();
      await service.stop();
      await embedded.remove();
    },
  };
};
export type RunningEdge = Awaited<ReturnType<typeof startEdge>>;

type Engines = Pick<
  GatewayOptions,
  'log' | 'documents' | 'registers' | 'blobs' | 'vault' | 'clock' | 'logger'
>;

/** Things stand in no project, and tell of nobody. */
const NOTHING_KEPT = { counted: [], jobs: [], personal: [], administered: [] };

const optionsOf = (
  engines: Engines,
  service: RunningService,
  knobs: EdgeKnobs,
  changes: Partial<GatewayOptions>,
  behind: Behind,
): GatewayOptions => {
  const handlers = behind.handlers(() => knobs.fail());
  const given = {
    ...engines,
    handlers,
    services: [portOf(service, knobs)],
    baseUrl: 'https://cairn.example',
    rights: noGroups,
    authenticator: {
      authenticate: async (bearer: string | undefined) => {
        knobs.asked += 1;
        const principal = principals[bearer ?? ''];
        if (principal === undefined || knobs.signedOut) throw new Problem('unauthenticated');
        return principal;
      },
    },
    timeTravelled: behind.service.timeTravelled ?? [],
    moments: behind.service.moments ?? [],
    ...NOTHING_KEPT,
    published: [behind.service],
    admin: {
      status: async () => [projectionCalled('b@1'), projectionCalled('a@1')],
      replay: async (name: string) => (name === 'a@1' ? projectionCalled(name) : undefined),
      rebuild: async (name: string) => (name === 'a@1' ? projectionCalled(name) : undefined),
    },
    rateLimits: {},
    ...changes,
  };
  const unasked = () => Promise.reject(new Error('only the operations are looked at'));
  const platform = platformHandlers({ ...given, operations: [], openapi: {} }, unasked);
  const operations = [...behind.operations, ...platform.map(({ operation }) => operation)];
  return { ...given, operations, openapi: openapiOf(operations), ...changes };
};

/** The service as the gateway reaches it, when nothing of the knobs is in the way. */
const portOf = (service: RunningService, knobs: EdgeKnobs) => ({
  name: service.name,
  execute: async (message: CommandMessage) => {
    const happens = knobs.unsigned.shift();
    if (happens === undefined) return service.execute(message);
    happens();
    throw new Unsigned('The rights of the caller are not proved any more.');
  },
  call: (message: CallMessage) => service.call(message),
  reached: async (position: string, timeoutMs: number) =>
    knobs.reached?.(timeoutMs) ?? (!knobs.lagging && service.reached(position, timeoutMs)),
  isReached: () => !knobs.unreached,
  lagMs: async () => (knobs.lagging ? 60_000 : 0),
  isStale: (streams: readonly string[]) => streams.some((stream) => knobs.stale.includes(stream)),
});

const projectionCalled = (name: string): ProjectionStatus => ({
  name,
  service: 'things',
  state: 'live',
  position: '',
  head: '',
  lag_events: 0,
  lag_ms: 0,
  parked: [],
});

/** The least of a document that tells of these operations. */
const openapiOf = (operations: readonly Operation[]): GatewayOptions['openapi'] => {
  const paths: Record<string, Record<string, { operationId: string }>> = {};
  for (const { method, path, id } of operations)
    paths[path] = { ...paths[path], [method.toLowerCase()]: { operationId: id } };
  return { openapi: '3.1.0', paths };
};

/** Sends a request as Ada, unless other headers are given, and reads the answer whole. */
export const requests =
  (edge: () => RunningEdge) =>
  async (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(edge().url(path), {
      method,
      headers: {
        authorization: 'Bearer ada',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true && text !== '';
    const header = (name: string) => response.headers.get(name);
    return { status: response.status, header, text, body: (isJson ? JSON.parse(text) : undefined) as Told };
  };

/** What the made-up operations and problems tell. */
export interface Told {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly errors: readonly { readonly pointer?: string; readonly parameter?: string }[];
  readonly [field: string]: unknown;
}
