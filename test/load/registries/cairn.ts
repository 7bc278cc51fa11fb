import { randomUUID } from 'node:crypto';
import type { Person } from '../../support/people.js';
import { PAGE, points, post, type Server } from './registry.js';

const idIn = (answer: string): string => (JSON.parse(answer) as { id: string }).id;

/** Commands that are under way at once while a model is filled: they take turns on its stream, and too many are refused. */
const FILLERS = 8;

const MODELS = '/api/v1/models';
/** Cairn, with a model that is read and listed. */
export const cairnServer = async (baseUrl: string, { client, token }: Person): Promise<Server> => {
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
      await Promise.all(Array.from({ length: FILLERS }, () => fill(versions)));
    },
  };
};
