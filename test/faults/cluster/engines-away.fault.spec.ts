import { setTimeout as pause } from 'node:timers/promises';
import type { EngineName } from '@cairn/engines';
import type { Answer } from '@cairn/client';
import { type Person, somebody } from '../../support/people.js';
import { cluster, type RunningCluster } from '../../support/topologies/cluster.js';
import {
  answersLost,
  type EngineFault,
  frozen,
  halfOpen,
  killed,
  late,
  type Proxied,
  reset,
  slow,
  throughProxies,
} from './engine-faults.js';

/** The engines on which an act depends: the table of docs/operations.md. */
const ACTS = {
  'reading a resource': ['eventstoredb', 'mongodb'],
  'writing a resource': ['eventstoredb', 'mongodb'],
  'uploading a file': ['eventstoredb', 'mongodb', 's3'],
  'downloading a file': ['eventstoredb', 'mongodb', 's3'],
  'logging in': ['eventstoredb', 'mongodb'],
  'asking for a reset mail': ['eventstoredb', 'mongodb'],
} as const satisfies Record<string, readonly EngineName[]>;
type Act = keyof typeof ACTS;

/** Nobody waits longer for a no; a read is told within a second. */
const LATEST_MS: Readonly<Record<Act, number>> = {
  'reading a resource': 1_000,
  'writing a resource': 5_000,
  'uploading a file': 5_000,
  'downloading a file': 5_000,
  'logging in': 5_000,
  'asking for a reset mail': 5_000,
};
const RECOVERED_WITHIN_MS = 20_000;
const ENGINES: readonly EngineName[] = ['eventstoredb', 'mongodb', 'kafka', 's3', 'smtp'];
const isLong = process.env['CAIRN_TEST_FAULTS'] === 'long';

jest.setTimeout(300_000);

describe('what stops when an engine is away (cluster)', () => {
  let cairn: RunningCluster;
  let proxied: Proxied;
  let person: Person;
  let dataset: string;
  let params: { dataset_id: string; version_id: string; id: string };

  beforeAll(async () => {
    cairn = await cluster.start({}, async (engines) => {
      proxied = await throughProxies(engines);
      return proxied.variables;
    });
    person = await somebody(cairn);
    const { body } = await person.client.call('createDataset', { body: { name: 'faults' } });
    dataset = body.id;
    const within = { dataset_id: dataset, version_id: body.active_version_id ?? '' };
    const { body: item } = await person.client.call('createDatasetItem', {
      params: within,
      body: { name: 'file' },
    });
    params = { ...within, id: item.id };
    await acts['uploading a file']();
  });
  afterAll(async () => {
    await cairn.remove();
    await Promise.all(Object.values(proxied.proxies).map((proxy) => proxy.close()));
  });

  let count = 0;
  const acts: Readonly<Record<Act, () => Promise<Answer<unknown>>>> = {
    'reading a resource': () => person.client.try('getDataset', { params: { id: dataset } }),
    'writing a resource': () =>
      person.client.try('updateDataset', {
        params: { id: dataset },
        body: { description: `write ${++count}` },
      }),
    'uploading a file': () =>
      person.client.try('uploadDatasetItem', {
        params,
        file: { name: 'a.txt', content: Buffer.from(`file ${++count}`) },
      }),
    'downloading a file': async () => {
      const answer = await person.client.try('downloadDatasetItem', { params });
      if (answer.body instanceof ReadableStream) await answer.body.cancel();
      return answer;
    },
    'logging in': () =>
      cairn
        .client()
        .try('login', { body: { username: person.username, password: 'a long enough password' } }),
    'asking for a reset mail': () =>
      cairn.client().try('requestPasswordReset', { body: { login: person.email } }),
  };

  interface Seen {
    readonly act: Act;
    readonly status: number;
    readonly retryAfter: string | null;
    readonly inTime: boolean;
  }
  const seen = async (act: Act): Promise<Seen> => {
    const began = performance.now();
    const { status, headers } = await acts[act]();
    const ms = performance.now() - began;
    return {
      act,
      status: status < 300 ? 200 : status,
      retryAfter: headers.get('retry-after'),
      inTime: ms < LATEST_MS[act],
    };
  };
  const allActs = Object.keys(ACTS) as Act[];

  /** Everything works again, soon after the fault is over. */
  const recovered = async (): Promise<void> => {
    const until = Date.now() + RECOVERED_WITHIN_MS;
    for (const act of allActs)
      while ((await acts[act]()).status >= 300) {
        if (Date.now() > until)
          throw new Error(`${act} does not work ${RECOVERED_WITHIN_MS} ms after the fault`);
        await pause(50);
      }
  };

  const during = async (engine: EngineName, fault: EngineFault, look: () => Promise<void>): Promise<void> => {
    const [running, proxy] = [cairn.engines[engine], proxied.proxies[engine]];
    await fault.begin(running, proxy);
    try {
      await look();
    } finally {
      await fault.end(running, proxy);
    }
    await recovered();
  };

  /** Who is not ready: whoever is leaves it to Cairn to answer what it can, and 503 to the rest. */
  const unready = async (): Promise<readonly string[]> => {
    const asked = cairn.processes().filter(({ name }) => !name.startsWith('relay'));
    const statuses = await Promise.all(asked.map(async ({ url }) => (await fetch(`${url}/readyz`)).status));
    return asked.map(({ name }) => name).filter((_, at) => statuses[at] !== 200);
  };

  const away = isLong ? [killed, frozen, reset, halfOpen] : [killed, frozen];
  const rows = ENGINES.flatMap((engine) =>
    away
      .filter((fault) => engine !== 'kafka' || fault === killed || fault === frozen)
      .map((fault) => ({ engine, fault })),
  );

  it.each(rows.map((row) => ({ ...row, name: row.fault.name })))(
    '$engine $name: what needs it is told 503 in time, everything else goes on, nobody is unready, and all comes back',
    async ({ engine, fault }) => {
      await during(engine, fault, async () => {
        // What was proved a moment ago may still be believed: a second later it may not.
        await pause(1_100);
        const found: Seen[] = [];
        for (const act of allActs) found.push(await seen(act));
        const needs = (act: Act): boolean => (ACTS[act] as readonly EngineName[]).includes(engine);
        expect(found).toEqual(
          allActs.map((act) =>
            needs(act)
              ? { act, status: 503, retryAfter: expect.stringMatching(/^\d+$/), inTime: true }
              : { act, status: 200, retryAfter: null, inTime: true },
          ),
        );
        expect(await unready()).toEqual([]);
      });
    },
  );

  const proxiedEngines = ENGINES.filter((engine) => engine !== 'kafka');
  it.each(
    proxiedEngines.flatMap((engine) =>
      (isLong ? [late, slow] : [late]).map((fault) => ({ engine, fault, name: fault.name })),
    ),
  )('$engine $name: everything works', async ({ engine, fault }) => {
    await during(engine, fault, async () => {
      for (const act of allActs)
        expect({ act, status: (await acts[act]()).status < 300 }).toEqual({ act, status: true });
    });
  });

  it('eventstoredb scavenged: everything works', async () => {
    await cairn.scavenge();
    for (const act of allActs)
      expect({ act, status: (await acts[act]()).status < 300 }).toEqual({ act, status: true });
  });

  it.each(proxiedEngines.filter((engine) => engine !== 'smtp'))(
    '%s does it, then loses the answer: each write is there once after a retry (law 3)',
    async (engine) => {
      const names = Array.from({ length: 5 }, (_, index) => `lost-${engine}-${index}`);
      const write = (name: string): Promise<Answer<unknown>> =>
        person.client.try('createDataset', { headers: { 'idempotency-key': name }, body: { name } });
      await during(engine, answersLost, async () => {
        for (const { status } of await Promise.all(names.map(write)))
          expect([200, 201, 202, 409, 503]).toContain(status);
      });
      for (const name of names) while ((await write(name)).status >= 300) await pause(100);
      const { body } = await person.client.call('listDatasets', { query: { limit: 1000 } });
      expect(
        body
          .map(({ name }) => name)
          .filter((name) => name.startsWith(`lost-${engine}`))
          .toSorted(),
      ).toEqual(names);
    },
  );
});
