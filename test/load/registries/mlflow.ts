import { randomUUID } from 'node:crypto';
import type autocannon from 'autocannon';
import type { Mlflow } from '../peers/mlflow.js';
import { PAGE, points, post, type Server } from './registry.js';

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
/** MLflow, with a model that is read and listed. */
export const mlflowServer = async (mlflow: Mlflow): Promise<Server> => {
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
