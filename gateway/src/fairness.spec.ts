import { type ClientRequest, request } from 'node:http';
import { type Principal, userPrincipal } from '@cairn/kernel';
import { until } from '@cairn/kernel/testkit';
import { allHandlers } from './operations/index.js';
import type { AnyHandler } from './operations/handler.js';
import { type Route, routeOf } from './pipeline/route.js';
import { Schemas } from './pipeline/validation/schemas.js';
import { Problem } from './problems/problem.js';
import { ADA, type RunningEdge, startEdge } from './testkit/edge.js';
import { thingsService } from './testkit/things.js';

const SMALL = 60_000;
const LARGE = 190_000;
const ID = '01890000-0000-7000-8000-0000000000f1';
const session = (id: string) => userPrincipal({ id, administrator: true }, `session of ${id}`);
const principals: Readonly<Record<string, Principal>> = {
  ada: session(ADA),
  key: { ...session(ADA), kind: 'key', apiKeyId: 'key of ada' },
  eve: session('01890000-0000-7000-8000-0000000000e0'),
};

/** Every operation that may hold something of what all share, and what. */
const schemas = new Schemas();
const routes = allHandlers.map((handler) => routeOf(handler, schemas));
const isPast = ({ operation: { history, list, timeTravel } }: Route): boolean =>
  history === true || (list !== undefined && timeTravel === true);
const kindOf = (route: Route): string | undefined => {
  if (route.operation.access === 'anonymous') return undefined;
  if (route.load === 'transfers') return 'transfers';
  if (route.operation.body !== undefined) return 'bytes';
  return isPast(route) ? 'heavy reads' : undefined;
};
const holding = routes.flatMap((route) => {
  const kind = kindOf(route);
  return kind === undefined ? [] : [{ route, kind, id: route.operation.id }];
});
/** A path that the operation takes, where all of its parameters are ids; else one with as many parts. */
const pathOf = ({ operation }: Route): string => operation.path.replace(/\{\w+\}/g, ID);

/** What one account holds counts whoever of its bearers asks for more, and nobody else's (S11). */
describe('an account that holds its share of everything', () => {
  let edge: RunningEdge;
  let release: () => void = () => undefined;
  const held: ClientRequest[] = [];

  /** Sends the head of a request, and so much of its body. */
  const begin = (token: string, method: string, path: string, length: number, part = '') => {
    const outgoing = request(edge.url(path), {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(length > 0 ? { 'content-type': 'application/json', 'content-length': String(length) } : {}),
      },
    });
    outgoing.on('error', () => outgoing.destroy());
    if (length > 0) outgoing.flushHeaders();
    if (part !== '') outgoing.write(part);
    else if (length === 0) outgoing.end();
    return outgoing;
  };
  const answered = (outgoing: ClientRequest): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      outgoing.on('error', reject).on('response', (answer) => {
        const tell = (text: string) => resolve({ status: answer.statusCode ?? 0, text });
        answer
          .setEncoding('utf8')
          .once('data', tell)
          .once('end', () => tell(''));
      });
    });
  const firstOf = (kind: string, fits: (route: Route) => boolean): Route => {
    const found = holding.find((one) => one.kind === kind && fits(one.route));
    if (found === undefined) throw new Error(`no operation holds ${kind}`);
    return found.route;
  };

  beforeAll(async () => {
    const waiting = new Promise<void>((resolve) => (release = resolve));
    const handlers = allHandlers.map(({ operation }): AnyHandler => ({
      operation,
      handle: async (call) => {
        if ((call as { principal: Principal }).principal === principals['ada']) await waiting;
        return { kind: 'empty' };
      },
    }));
    edge = await startEdge(
      {
        authenticator: {
          authenticate: async (bearer = '') => {
            const principal = principals[bearer];
            if (principal === undefined) throw new Problem('unauthenticated');
            return principal;
          },
        },
        limits: {
          inFlight: 4,
          heavyReads: 4,
          jsonBytes: 200_000,
          bufferedBytes: 400_000,
          bodyIdleMs: 600_000,
        },
      },
      {
        service: thingsService,
        operations: allHandlers.map(({ operation }) => operation),
        handlers: () => handlers,
      },
    );
    const transfer = firstOf('transfers', ({ operation }) => operation.method === 'GET');
    const past = firstOf('heavy reads', ({ operation }) => operation.history === true);
    const small = firstOf('bytes', ({ operation }) => operation.bodyLimit === undefined);
    const large = firstOf('bytes', ({ operation }) => operation.bodyLimit !== undefined);
    held.push(
      begin('ada', 'GET', pathOf(transfer), 0),
      begin('ada', 'GET', pathOf(transfer), 0),
      begin('ada', 'GET', pathOf(past), 0),
      begin('ada', small.operation.method, pathOf(small), SMALL + 1, ' '.repeat(SMALL)),
      begin('ada', large.operation.method, pathOf(large), LARGE + 1, ' '.repeat(LARGE)),
    );
    await until(async () => edge.load.transfers.taken === 2 && edge.load.heavyReads.taken === 1);
    await until(async () => edge.load.bufferedBytes >= SMALL + LARGE);
  });
  afterAll(async () => {
    release();
    for (const one of held) one.destroy();
    await edge.stop();
  });

  const asOf = (route: Route): string =>
    route.operation.history === true || !isPast(route)
      ? ''
      : `?as_of=${new Date(Date.now() - 1).toISOString()}`;

  it('is one of many operations', () => expect(holding.length).toBeGreaterThan(150));

  it.each(holding)(
    '$id ($kind): no other key of it gets more, and everybody else does',
    async ({ route, kind }) => {
      const { method, bodyLimit } = route.operation;
      const path = `${pathOf(route)}${asOf(route)}`;
      const length = bodyLimit === undefined ? SMALL : LARGE;
      const own = begin('key', method, path, kind === 'bytes' ? length : 0);
      const refused = await answered(own);
      own.destroy();
      expect(refused).toMatchObject({ status: 429 });
      expect(refused.text).toMatch(new RegExp(`One account may have \\d+ ${kind} `));
      const other = begin('eve', method, path, method === 'GET' ? 0 : 2, method === 'GET' ? '' : '{}');
      expect([429, 503]).not.toContain((await answered(other)).status);
    },
  );
});
