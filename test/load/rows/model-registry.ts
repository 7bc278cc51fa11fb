import { randomUUID } from 'node:crypto';
import type autocannon from 'autocannon';
import { administrator, type Person } from '../../support/people.js';
import { oneMachine } from '../../support/topology.js';
import { throughput } from '../http-load.js';
import { paired, type Side } from '../measuring.js';
import { Mlflow, mlflowMissing } from '../peers/mlflow.js';
import type { Bound, Line, Row, Settings } from '../row.js';

const CONNECTIONS = 32;
const METRICS = 20;
const PAGE = 20;
const ABOUT = 'a model registry: write, read and list beside MLflow on SQLite';

/** What requests of a sequence learn from the answers before them. */
type Learned = Record<string, string>;

/** A server under the same load as the other. */
interface Server {
  readonly name: string;
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Makes a model, a version of it, and points of 20 metrics of that. */
  readonly write: readonly autocannon.Request[];
  readonly get: autocannon.Request;
  readonly list: autocannon.Request;
  /** Makes the versions of the model that is listed so many. */
  fillTo(versions: number): Promise<void>;
}

interface Step {
  path(this: void, learned: Learned): string;
  body(this: void, learned: Learned): object;
  learn?(this: void, answer: string, learned: Learned): void;
}

const post = ({ path, body, learn }: Step): autocannon.Request => ({
  method: 'POST',
  setupRequest: (request, learned) => ({
    ...request,
    path: path(learned as Learned),
    body: JSON.stringify(body(learned as Learned)),
  }),
  ...(learn === undefined
    ? {}
    : {
        onResponse: (status, answer, learned) => {
          if (status < 300) learn(answer, learned as Learned);
        },
      }),
});

const idIn = (answer: string): string => (JSON.parse(answer) as { id: string }).id;

const points = <Point>(point: (name: string, value: number) => Point): readonly Point[] =>
  Array.from({ length: METRICS }, (_, number) => point(`metric ${number}`, number / METRICS));

const MODELS = '/api/v1/models';
const cairnServer = async (baseUrl: string, { client, token }: Person): Promise<Server> => {
  const { body: model } = await client.call('createModel', { body: { name: 'Listed' } });
  const params = { model_id: model.id };
  const { body: version } = await client.call('createModelVersion', { params, body: {} });
  await client.call('recordModelMetrics', {
    params: { id: model.id, version_id: version.id },
    body: { metrics: [...points((name, value) => ({ name, value }))] },
  });
  let made = 1;
  const fill = async (versions: number): Promise<void> => {
    while (made < versions) {
      made += 1;
      await client.call('createModelVersion', { params, body: {} });
    }
  };
  return {
    name: 'Cairn',
    baseUrl,
    headers: { authorization: `Bearer ${token}` },
    write: [
      post({
        path: () => MODELS,
        body: () => ({ name: `Model ${randomUUID()}` }),
        learn: (answer, learned) => (learned['model'] = idIn(answer)),
      }),
      post({
        path: ({ model: of }) => `${MODELS}/${of}/versions`,
        body: () => ({}),
        learn: (answer, learned) => (learned['version'] = idIn(answer)),
      }),
      post({
        path: ({ model: of, version: at }) => `${MODELS}/${of}/versions/${at}/metrics`,
        body: () => ({ metrics: points((name, value) => ({ name, value, step: 1 })) }),
      }),
    ],
    get: { method: 'GET', path: `${MODELS}/${model.id}/versions/${version.id}` },
    list: { method: 'GET', path: `${MODELS}/${model.id}/versions?limit=${PAGE}` },
    fillTo: async (versions) => {
      await Promise.all(Array.from({ length: CONNECTIONS }, () => fill(versions)));
    },
  };
};

const API = '/api/2.0/mlflow';
const runIn = (answer: string): string =>
  (JSON.parse(answer) as { run: { info: { run_id: string } } }).run.info.run_id;

/** A version is made from a run, and the run has the metrics. */
const mlflowWrite = (name: () => string): readonly autocannon.Request[] => [
  post({
    path: () => `${API}/registered-models/create`,
    body: (learned) => ({ name: (learned['name'] = name()) }),
  }),
  post({
    path: () => `${API}/runs/create`,
    body: () => ({ experiment_id: '0', start_time: Date.now() }),
    learn: (answer, learned) => (learned['run'] = runIn(answer)),
  }),
  post({
    path: () => `${API}/runs/log-batch`,
    body: ({ run: run_id }) => ({
      run_id,
      metrics: points((key, value) => ({ key, value, step: 1, timestamp: Date.now() })),
    }),
  }),
  post({
    path: () => `${API}/model-versions/create`,
    body: ({ name: of, run: run_id }) => ({ name: of, run_id, source: `runs:/${run_id}/model` }),
  }),
];

const LISTED = 'listed';
const mlflowServer = async (mlflow: Mlflow): Promise<Server> => {
  const { baseUrl } = mlflow;
  const asked = async (path: string, body: object): Promise<string> => {
    const response = await fetch(`${baseUrl}${API}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`MLflow answered ${path} with ${response.status}: ${text}`);
    return text;
  };
  await asked('/registered-models/create', { name: LISTED });
  const run_id = runIn(await asked('/runs/create', { experiment_id: '0', start_time: Date.now() }));
  await asked('/model-versions/create', { name: LISTED, run_id, source: `runs:/${run_id}/model` });
  let made = 1;
  const filter = encodeURIComponent(`name='${LISTED}'`);
  return {
    name: 'MLflow',
    baseUrl,
    headers: {},
    write: mlflowWrite(() => `model ${randomUUID()}`),
    get: { method: 'GET', path: `${API}/model-versions/get?name=${LISTED}&version=1` },
    list: { method: 'GET', path: `${API}/model-versions/search?filter=${filter}&max_results=${PAGE}` },
    fillTo: (versions) => {
      mlflow.fill(LISTED, made, versions);
      made = versions;
      return Promise.resolve();
    },
  };
};

type Work = (server: Server) => readonly autocannon.Request[];

/** Sequences of requests a second. */
const side = (server: Server, work: Work, seconds: number): Side => ({
  name: server.name,
  rate: async () => {
    const { baseUrl: url, headers } = server;
    const requests = work(server);
    const rate = await throughput({ url, connections: CONNECTIONS, seconds, headers, requests });
    return rate / requests.length;
  },
});

interface Compared {
  readonly what: string;
  readonly work: Work;
  readonly seconds: number;
  readonly bound: Bound;
}

const compared = async (
  [ours, theirs]: readonly [Server, Server],
  { what, work, seconds, bound }: Compared,
  rounds: number,
): Promise<Line> => {
  const sides = [side(ours, work, seconds), side(theirs, work, seconds)] as const;
  for (const each of sides) await each.rate();
  const { ratio, ...rates } = await paired(...sides, rounds);
  return {
    row: 'B4',
    measured: `${what}: Cairn ÷ MLflow`,
    ratio,
    bound,
    details: { ours_per_second: rates.ours, peer_per_second: rates.peer },
  };
};

const lines = async (
  servers: readonly [Server, Server],
  { quick, rounds, seconds }: Settings,
): Promise<readonly Line[]> => {
  const bound = { floor: 10, goal: 50 };
  const found = [
    await compared(
      servers,
      {
        what: `create a model, a version and ${METRICS} metrics, ${CONNECTIONS} connections`,
        work: ({ write }) => write,
        // Of the slower one a sequence takes half a second.
        seconds: 2 * seconds,
        bound,
      },
      rounds,
    ),
    await compared(servers, { what: 'read a version', work: ({ get }) => [get], seconds, bound }, rounds),
  ];
  for (const versions of quick ? [1_000, 10_000] : [1_000, 10_000, 100_000]) {
    for (const server of servers) await server.fillTo(versions);
    const what = `the first ${PAGE} of ${versions} versions`;
    const work: Work = ({ list }) => [list];
    found.push(
      await compared(servers, { what, work, seconds, bound: { floor: 10, goal: 100 } }, quick ? 1 : rounds),
    );
  }
  return found;
};

/** B4: a registry of models beside the one that most people know, each with its own bulk call, both on SQLite. */
export const modelRegistry: Row = {
  name: 'B4',
  about: ABOUT,
  measure: async (settings) => {
    const missing = mlflowMissing();
    if (missing !== undefined)
      return [{ row: 'B4', measured: ABOUT, note: `not run: MLflow, install it with \`${missing}\`` }];
    const cairn = await oneMachine.start();
    const mlflow = await Mlflow.start();
    try {
      const ours = await cairnServer(cairn.baseUrl, await administrator(cairn));
      return await lines([ours, await mlflowServer(mlflow)], settings);
    } finally {
      await Promise.all([mlflow.end(), cairn.remove()]);
    }
  },
};
