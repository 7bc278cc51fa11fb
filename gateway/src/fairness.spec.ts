import { type ClientRequest, request } from 'node:http';
import { type Principal, userPrincipal } from '@cairn/kernel';
import { until } from '@cairn/kernel/testkit';
import type { AnyHandler } from './call/handler.js';
import { allHandlers } from './operations/index.js';
import type { Limits } from './options/options.js';
import { type Route, routeOf } from './pipeline/route.js';
import { Schemas } from './pipeline/validation/schemas.js';
import { type RunningEdge, startEdge } from './testkit/edge.js';
import { thingsService } from './testkit/things.js';

const SMALL = 60_000;
const LARGE = 190_000;
const ID = '01890000-0000-7000-8000-0000000000f1';

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
const firstOf = (kind: string, fits: (route: Route) => boolean): Route => {
  const found = holding.find((one) => one.kind === kind && fits(one.route));
  if (found === undefined) throw new Error(`no operation holds ${kind}`);
  return found.route;
};
const pathOf = ({ operation }: Route): string => operation.path.replace(/\{\w+\}/g, ID);
const asOf = (route: Route): string =>
  route.operation.history === true || !isPast(route)
    ? ''
    : `?as_of=${new Date(Date.now() - 1).toISOString()}`;
const DOWNLOAD = pathOf(firstOf('transfers', ({ operation }) => operation.method === 'GET'));

/** Of `ada.session` a session of Ada, of `ada.key` a key of hers. */
const principalOf = (token: string): Principal => {
  const [account = '', bearer = ''] = token.split('.');
  const person = userPrincipal({ id: account, administrator: true }, token);
  return bearer.startsWith('key') ? { ...person, kind: 'key', apiKeyId: token } : person;
};

/** What one account holds counts whoever of its bearers asks for more, and nobody else's (S11). */
describe('shares of accounts', () => {
  let edge: RunningEdge;
  let release: () => void = () => undefined;
  const opened: ClientRequest[] = [];

  /** All operations, of which those that others than Eve call wait. */
  const start = async (limits: Partial<Limits>): Promise<void> => {
    const waiting = new Promise<void>((resolve) => (release = resolve));
    const handlers = allHandlers.map(({ operation }): AnyHandler => ({
      operation,
      handle: async ({ principal }: { readonly principal: Principal }) => {
        if (principal.userId !== 'eve') await waiting;
        return { kind: 'empty' };
      },
    }));
    const behind = {
      service: thingsService,
      operations: allHandlers.map(({ operation }) => operation),
      handlers: () => handlers,
    };
    edge = await startEdge(
      { authenticator: { authenticate: async (token = '') => principalOf(token) }, limits },
      behind,
    );
  };
  const stop = async (): Promise<void> => {
    release();
    for (const one of opened.splice(0)) one.destroy();
    await edge.stop();
  };

  /** Sends the head of a request, and so much of its body. */
  const begin = (token: string, method: string, path: string, length = 0, part = '') => {
    const body = { 'content-type': 'application/json', 'content-length': String(length) };
    const headers = { authorization: `Bearer ${token}`, ...(length > 0 ? body : {}) };
    const outgoing = request(edge.url(path), { method, headers });
    opened.push(outgoing);
    outgoing.on('error', () => outgoing.destroy());
    if (length === 0) outgoing.end();
    else outgoing.flushHeaders();
    if (part !== '') outgoing.write(part);
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

  describe('at every operation', () => {
    beforeAll(async () => {
      await start({
        inFlight: 4,
        heavyReads: 4,
        jsonBytes: 200_000,
        bufferedBytes: 400_000,
        bodyIdleMs: 600_000,
      });
      const past = firstOf('heavy reads', ({ operation }) => operation.history === true);
      const small = firstOf('bytes', ({ operation }) => operation.bodyLimit === undefined);
      const large = firstOf('bytes', ({ operation }) => operation.bodyLimit !== undefined);
      const hold = (route: Route, length = 0) =>
        begin('ada.session', route.operation.method, pathOf(route), length + 1, ' '.repeat(length));
      begin('ada.session', 'GET', DOWNLOAD);
      begin('ada.session', 'GET', DOWNLOAD);
      begin('ada.session', 'GET', pathOf(past));
      hold(small, SMALL);
      hold(large, LARGE);
      await until(async () => edge.load.transfers.taken === 2 && edge.load.heavyReads.taken === 1);
      await until(async () => edge.load.bufferedBytes >= SMALL + LARGE);
    });

    afterAll(stop);

    it('are those of many operations', () => expect(holding.length).toBeGreaterThan(150));

    it.each(holding)(
      '$id ($kind): no other bearer of an account gets more, and everybody else does',
      async ({ route, kind }) => {
        const { method, bodyLimit } = route.operation;
        const path = `${pathOf(route)}${asOf(route)}`;
        const length = bodyLimit === undefined ? SMALL : LARGE;
        const own = begin('ada.key', method, path, kind === 'bytes' ? length : 0);
        const refused = await answered(own);
        own.destroy();
        expect(refused).toMatchObject({ status: 429 });
        expect(refused.text).toMatch(new RegExp(`One account may have \\d+ ${kind} `));
        const other =
          method === 'GET' ? begin('eve.session', method, path) : begin('eve.session', method, path, 2, '{}');
        expect([429, 503]).not.toContain((await answered(other)).status);
      },
    );
  });
  it('leave a sixth its part, where five take all they get by sessions and keys', async () => {
    await start({ inFlight: 40 });
    const bearers = ['a', 'b', 'c', 'd', 'e'].flatMap((account) => [`${account}.session`, `${account}.key`]);
    const statuses: number[] = [];
    for (const token of bearers)
      for (let count = 0; count < 20; count += 1)
        void answered(begin(token, 'GET', DOWNLOAD)).then(
          ({ status }) => statuses.push(status),
          () => undefined,
        );
    await until(async () => statuses.length + edge.load.transfers.taken === bearers.length * 20);
    const sixth = await Promise.all(
      ['session', 'key'].map((one) => answered(begin(`eve.${one}`, 'GET', DOWNLOAD))),
    );
    expect(sixth.map(({ status }) => status)).toEqual([204, 204]);
    expect(statuses).toContain(429);
    await stop();
  });
});
