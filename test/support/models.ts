import { randomUUID } from 'node:crypto';
import { picture } from './files.js';
import type { Person } from './people.js';
import type { Placed } from './placed.js';

/**
 * A model with a version that has a file of labels, a metric and the alias `champion`, a logo, a share that waits; and an
 * inference with its file.
 */
export const makeModel = async ({ client }: Person, placed: Placed) => {
  const { body: model } = await client.call('createModel', { body: { name: 'World', ...placed } });
  const params = { id: model.id };
  const logo = { name: 'logo.png', content: picture() };
  await client.call('uploadModelLogo', { params, file: logo });
  const { body: version } = await client.call('uploadModel', {
    params,
    query: { asset_type: 'labels_file' },
    file: { name: 'labels.txt', contentType: 'text/plain', content: 'puffin\nrazorbill\nguillemot\n' },
  });
  await client.call('recordModelMetrics', {
    params: { ...params, version_id: version.id },
    body: { metrics: [{ name: 'accuracy', value: 0.9 }] },
  });
  await client.call('setModelAlias', {
    params: { ...params, alias: 'champion' },
    body: { version_id: version.id },
  });
  const { body: share } = await client.call('createModelShare', {
    params,
    body: { email: `asked-${randomUUID()}@example.org`, without_invite: true },
  });
  return {
    ...{ model: model.id, modelVersion: version.id, modelShare: share.id },
    inference: await makeInference(client, model.id, 'seen.txt'),
  };
};

/** One that was made elsewhere, with the file that it was made of when that has a name. */
export const makeInference = async (
  client: Person['client'],
  model_id: string,
  fileName?: string,
): Promise<string> => {
  const body = { prediction: 'puffin', confidence: 0.9 };
  const { body: made } = await client.call('addInference', { params: { model_id }, body });
  const file = { name: fileName ?? '', contentType: 'text/plain', content: 'what was seen' };
  if (fileName !== undefined) await client.call('uploadInference', { params: { id: made.id }, file });
  return made.id;
};

const NAMED = { model_id: 'model', version_id: 'modelVersion', share_id: 'modelShare' } as const;

/** What a parameter of a path of models stands for, `undefined` when it is not an id. */
export const modelPartOf = (
  path: string,
  name: string,
): 'model' | 'modelVersion' | 'modelShare' | undefined => {
  if (name === 'id') return path.startsWith('/api/v1/models/{model_id}/') ? 'modelVersion' : 'model';
  return Object.hasOwn(NAMED, name) ? NAMED[name as keyof typeof NAMED] : undefined;
};
