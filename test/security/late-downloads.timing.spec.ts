/** S18, S40: a right that goes while a file or an export is on its way to who reads it slowly. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '@cairn/client';
import { operations } from '@cairn/contracts';
import { everyCell } from '../support/cells.js';
import { somebody } from '../support/people.js';
import { openStage, type Stage } from '../support/stage.js';
import { waysToTakeGrants } from '../support/taking-grants.js';
import { waysToTake } from '../support/taking-rights.js';
import { type SharedCairn, topologies } from '../support/topology.js';

/** More than stands in the buffers between the two; so much is taken in such a time. */
const SIZE = 48_000_000;
const PIECE = 64_000;
const EACH_MS = 25;

describe.each(topologies)('a download for somebody whose right goes, on $name', (topology) => {
  let cairn: SharedCairn;
  let stage: Stage;
  beforeAll(async () => {
    cairn = await topology.shared();
    stage = await openStage(cairn);
  });
  afterAll(() => cairn.leave());

  /** A large file in an item of a dataset: the paths at which it is read, alone and in an export. */
  const filled = async ({ client }: { readonly client: Client }, dataset_id: string) => {
    const { body: dataset } = await client.call('getDataset', { params: { id: dataset_id } });
    const version_id = dataset.active_version_id ?? '';
    const within = { dataset_id, version_id };
    const { body: item } = await client.call('createDatasetItem', {
      params: within,
      body: { name: 'large' },
    });
    const file = { name: 'large.bin', contentType: 'application/octet-stream', content: randomBytes(SIZE) };
    await client.call('uploadDatasetItem', { params: { ...within, id: item.id }, file });
    const at = (path: string, id: string): string =>
      path.replace('{dataset_id}', dataset_id).replace('{version_id}', version_id).replace('{id}', id);
    return [
      at(operations.downloadDatasetItem.path, item.id),
      at(operations.downloadDatasetVersion.path, version_id),
    ];
  };
  /** Begins to take an answer. */
  const begun = async (path: string, token: string): Promise<IncomingMessage> => {
    const headers = { authorization: `Bearer ${token}` };
    const [answer] = (await once(get(`${cairn.baseUrl}${path}`, { headers }), 'response')) as [
      IncomingMessage,
    ];
    expect(answer.statusCode).toBe(200);
    return answer;
  };
  /** Takes the rest slowly: how many bytes came, and whether that was all. */
  const rest = async (answer: IncomingMessage): Promise<{ bytes: number; whole: boolean }> => {
    let bytes = 0;
    let isOver = false;
    answer.once('close', () => (isOver = true)).on('error', () => undefined);
    while (!isOver) {
      const piece = answer.read(Math.min(PIECE, answer.readableLength)) as Buffer | null;
      bytes += piece?.length ?? 0;
      await pause(piece === null ? 1 : EACH_MS);
    }
    return { bytes, whole: answer.complete };
  };
  const cutOff = async (paths: readonly string[], token: string, take: () => Promise<unknown>) => {
    const answers = await Promise.all(paths.map((path) => begun(path, token)));
    await take();
    const told = await Promise.all(answers.map(rest));
    expect(told.map(({ whole }) => whole)).toEqual(paths.map(() => false));
    for (const { bytes } of told) expect(bytes).toBeLessThan(SIZE);
  };

  it('nothing goes: all of it comes', async () => {
    const { taker } = stage;
    const { body } = await taker.client.call('createDataset', { body: { name: 'whole' } });
    const [file = ''] = await filled(taker, body.id);
    const answer = await begun(file, taker.token);
    expect(await rest(answer)).toEqual({ bytes: SIZE, whole: true });
  }, 120_000);

  it('what was held in a dataset: it is cut off', async () => {
    const ways = [
      'a member is removed from the project',
      'a membership of the project ends by itself',
      'a share is taken back',
      'what was public is an organization’s',
      'it is given to somebody else',
      'it is deleted',
    ];
    await everyCell(ways, String, async (way) => {
      const scene = await stage.scene();
      const { given, take } = await waysToTakeGrants[way]!(scene);
      const dataset = given.find(({ asset }) => asset.called === 'dataset')?.id ?? '';
      const { giver, taker } = scene;
      const isTakers =
        (await taker.client.call('getDataset', { params: { id: dataset } })).body.user_id === taker.id;
      const paths = await filled(isTakers ? taker : giver, dataset);
      await cutOff(paths, taker.token, take);
    });
  }, 300_000);

  it('a session, a key or an account: it is cut off', async () => {
    const ways = ['the session ends', 'the key is disabled', 'the account of the session is disabled'];
    await everyCell(ways, String, async (way) => {
      const person = await somebody(cairn);
      const { body } = await person.client.call('createDataset', { body: { name: 'large' } });
      const { token, take } = await waysToTake[way]!(cairn, person);
      await cutOff(await filled(person, body.id), token, take);
    });
  }, 300_000);
});
