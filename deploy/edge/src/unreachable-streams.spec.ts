/** S18: with the streams of identity unreachable there are refusals and no grants, at the gateway and in services. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { assets, type ErrorCode, streamCategories } from '@cairn/contracts';
import {
  allProjections,
  categoryOf,
  createLogger,
  createMetrics,
  type EventLog,
  type FindService,
  listen,
  LogUnavailable,
  type Position,
  openEngines,
  projectionAdministration,
  readConfig,
  readModelOf,
  RunningService,
  START,
  Started,
} from '@cairn/kernel';
import { allServices, requesters, rights } from '@cairn/services';
import { edgeOf } from './edge.js';
import { ownRights } from './rights.js';

const PASSWORD = 'a long enough password';
const OF_IDENTITY: readonly string[] = streamCategories['identity'] ?? [];
/** What people hold in groups; who they are is in the others. */
const OF_GROUPS = ['membership', 'organization', 'team', 'project', 'role'];

/** What goes wrong is noted by itself, a moment later: nobody asked for it. */
const OF_ERRORS = 'errorLog';
const DONE = Object.values(streamCategories)
  .flat()
  .filter((category) => category !== OF_ERRORS);

/** Where the last event stands that somebody has asked for; `START` where there is none. */
const lastDone = async (log: EventLog): Promise<Position> => {
  let last = START;
  for (let after = START; ;) {
    const { events, position, caughtUp } = await log.readAll({ after, categories: DONE, limit: 1_000 });
    last = events.at(-1)?.position ?? last;
    if (caughtUp) return last;
    after = position;
  }
};

/** A log of which the streams of some categories cannot be read. */
class CutLog {
  categories: readonly string[] = [];
  readonly log: EventLog;

  constructor(log: EventLog) {
    const refuseCut = (...asked: readonly string[]): void => {
      if (asked.some((category) => this.categories.includes(category)))
        throw new LogUnavailable('the log cannot be reached');
    };
    this.log = {
      append: (append) => log.append(append),
      appendMany: (appends) => log.appendMany(appends),
      read: async (stream, options) => {
        refuseCut(categoryOf(stream));
        return log.read(stream, options);
      },
      readAll: async (options) => {
        refuseCut(...options.categories);
        return log.readAll(options);
      },
      subscribe: (options) => log.subscribe(options),
      head: () => log.head(),
      isPosition: (text) => log.isPosition(text),
      close: () => log.close(),
    };
  }
}

/** All services in this process, and gateways before them, each with a log of its own that can be cut. */
const startAll = async (started: Started) => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-spec-'));
  started.then(() => rmSync(folder, { recursive: true }));
  const config = readConfig({ CAIRN_DATA_DIR: folder, CAIRN_RATE_LOGIN: '0', CAIRN_RATE_ANONYMOUS: '0' });
  const [metrics, logger] = [createMetrics(), createLogger('silent')];
  const engines = await openEngines(config, metrics, logger);
  started.then(() => engines.close());
  const baseUrl = 'https://cairn.example';
  const ofServices = new CutLog(engines.log);
  const find: FindService = (name) => services.find((service) => service.name === name);
  const services: readonly RunningService[] = allServices.map((service) => {
    // Identity itself reads its streams: whoever cannot is another process.
    const log = service.name === 'identity' ? engines.log : ofServices.log;
    const given = { engines: { ...engines, log }, logger, baseUrl, requesters, rights, find };
    return new RunningService(service, { ...given, cachedBytes: 1_000_000 });
  });
  const projectors = services.flatMap((service) => service.projectors);
  await engines.documents.prepare(projectors.map(({ projection }) => readModelOf(projection)));
  for (const service of services) service.start();
  started.then(async () => {
    await Promise.all(services.map((service) => service.stop()));
  });
  const gateway = async (categories: readonly string[] = []) => {
    const cut = new CutLog(engines.log);
    const own = { ...engines, log: cut.log };
    const known = await ownRights({ engines: own, config, logger }, started);
    cut.categories = categories;
    const admin = allProjections(
      services.map((service) => projectionAdministration(service, engines.log, new AbortController().signal)),
    );
    const parts = { config, services, admin, baseUrl, logger, rights: known, metrics: createMetrics() };
    const edge = edgeOf({ ...parts, engines: own });
    started.then(() => edge.stop());
    const listening = await listen(0, '127.0.0.1');
    listening.answer(edge.listener);
    started.then(() => listening.stop());
    return { url: listening.url, cut };
  };
  return { engines, ofServices, gateway };
};

describe('the streams of identity cannot be reached', () => {
  const started = new Started();
  let all: Awaited<ReturnType<typeof startAll>>;
  let here: Awaited<ReturnType<typeof all.gateway>>;
  let token = '';
  let firm: string;
  /** Of the same person: one in the organization, one in no group. */
  let datasets: Readonly<Record<'inFirm' | 'alone', string>>;

  const send = async (url: string, method: string, path: string, body?: object) => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, string> };
  };
  const made = async (path: string, body: object): Promise<string> => {
    const { status, body: told } = await send(here.url, 'POST', path, body);
    if (status !== 201) throw new Error(`${path}: ${status} ${JSON.stringify(told)}`);
    return told['id'] ?? '';
  };
  const code = async (url: string, method: string, path: string, body?: object) => {
    const { status, body: told } = await send(url, method, path, body);
    return told['code'] === undefined ? String(status) : `${status} ${told['code']}`;
  };
  const refused = (one: ErrorCode): string => `503 ${one}`;
  /** What a gateway answers that can prove what it knows: one that was held up for a second cannot at first. */
  const proven = async (url: string, path: string) => {
    for (;;) {
      const answer = await code(url, 'GET', path);
      if (answer !== refused('access_unproven')) return answer;
      await setImmediate();
    }
  };
  const one = (which: keyof typeof datasets): string => `/datasets/${datasets[which]}`;

  beforeAll(async () => {
    all = await startAll(started);
    here = await all.gateway();
    const who = { username: 'ada', email: 'ada@example.org' };
    await send(here.url, 'POST', '/register', { ...who, password: PASSWORD });
    const { body } = await send(here.url, 'POST', '/login', { username: 'ada', password: PASSWORD });
    token = body['apikey'] ?? '';
    firm = await made('/organizations', { name: 'Firm', slug: 'firm' });
    datasets = {
      inFirm: await made('/datasets', { name: 'in', organization_id: firm, visibility: 'org' }),
      alone: await made('/datasets', { name: 'alone' }),
    };
  });
  afterEach(() => {
    all.ofServices.categories = [];
    here.cut.categories = [];
  });
  afterAll(() => started.stop());

  it('by a gateway: nothing is granted once it cannot prove what it knows, and nothing is done', async () => {
    here.cut.categories = OF_IDENTITY;
    while ((await code(here.url, 'GET', one('alone'))) === '200') await setImmediate();
    const before = await lastDone(all.engines.log);
    for (const which of ['inFirm', 'alone'] as const) {
      expect(await code(here.url, 'GET', one(which))).toBe(refused('access_unproven'));
      expect(await code(here.url, 'PUT', one(which), { notes: 'x' })).toBe(refused('access_unproven'));
      expect(await code(here.url, 'DELETE', one(which))).toBe(refused('access_unproven'));
    }
    for (const path of ['/datasets', '/me', `/organizations/${firm}`, `${one('inFirm')}/history`])
      expect(await code(here.url, 'GET', path)).toBe(refused('access_unproven'));
    expect(await lastDone(all.engines.log)).toBe(before);
    here.cut.categories = [];
    expect(await code(here.url, 'GET', one('inFirm'))).toBe('200');
  });

  it.each(
    OF_GROUPS.filter((category) => category !== 'team' && category !== 'role' && category !== 'project'),
  )('by a gateway that knows who calls and not what they hold: %s', async (category) => {
    const { url } = await all.gateway([category]);
    const lists = assets.map(({ area }) => `/${area}`);
    for (const path of [one('inFirm'), `${one('inFirm')}/history`, ...lists])
      expect(await proven(url, path)).toBe(refused('log_unavailable'));
    expect(await proven(url, one('alone'))).toBe('200');
  });

  it.each(['user', 'membership', 'organization'])(
    'by a service: what is in a group is refused while %s cannot be read, and nothing is done',
    async (category) => {
      all.ofServices.categories = [category];
      const before = await lastDone(all.engines.log);
      expect(await code(here.url, 'PUT', one('inFirm'), { notes: 'x' })).toBe(refused('log_unavailable'));
      expect(await code(here.url, 'DELETE', one('inFirm'))).toBe(refused('log_unavailable'));
      const placed = { name: 'x', organization_id: firm };
      expect(await code(here.url, 'POST', '/datasets', placed)).toBe(refused('log_unavailable'));
      expect(await lastDone(all.engines.log)).toBe(before);
      all.ofServices.categories = [];
      expect(await code(here.url, 'PUT', one('inFirm'), { notes: category })).toBe('200');
    },
  );
});
