import type { Client } from '@cairn/client';
import type { Scene } from './kills/scene.js';

/** Every answer that a person gets about a scene: resources, lists with their counts, statistics, histories. */
export const answersAbout = async (
  client: Client,
  scene: Scene,
): Promise<Readonly<Record<string, string>>> => {
  const version = `/api/v1/datasets/${scene.dataset}/versions/${scene.version}`;
  const paths = [
    '/api/v1/datasets',
    `/api/v1/datasets/${scene.dataset}`,
    `/api/v1/datasets/${scene.dataset}/history`,
    `/api/v1/datasets/${scene.dataset}/versions`,
    version,
    `${version}/items?limit=1000`,
    `${version}/items?label_id=${scene.label}`,
    `${version}/items?q=shared`,
    `${version}/splits`,
    `${version}/labels`,
    `${version}/labels/splits/${scene.split}`,
    `${version}/labels/stats/splits/${scene.split}`,
    ...scene.items.map((id) => `${version}/items/${id}`),
    ...scene.items.map((id) => `${version}/items/${id}/history`),
  ];
  const answers: Record<string, string> = {};
  for (const path of paths) {
    const response = await client.send({ method: 'GET', path });
    const told = ['etag', 'x-total-count', 'x-stale'].map((name) => response.headers.get(name));
    answers[path] = `${response.status} ${told.join(' ')} ${await response.text()}`;
  }
  const { body: me } = await client.call('getMe');
  // When somebody was here last stands in the registers, not in a read model.
  answers['me'] = JSON.stringify({ ...me, last_api_access: undefined });
  return answers;
};

/** Asks until it is so; throws with the last answer when it never becomes so. */
export const until = async <Answer>(
  ask: () => Promise<Answer>,
  isSo: (answer: Answer) => boolean,
): Promise<Answer> => {
  const deadline = Date.now() + NEVER_MS;
  for (;;) {
    const answer = await ask();
    if (isSo(answer)) return answer;
    if (Date.now() > deadline) throw new Error(`it never became so: ${JSON.stringify(answer)}`);
  }
};
const NEVER_MS = 60_000;

/** Answers when every projection has caught up with the log and none is rebuilding. */
export const caughtUp = async (admin: Client): Promise<void> => {
  await until(
    async () => (await admin.call('listProjections')).body,
    (projections) => projections.every(({ lag_events, state }) => lag_events === 0 && state === 'live'),
  );
};
