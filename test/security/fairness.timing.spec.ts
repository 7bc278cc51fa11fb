// @runs-alone: it measures what others wait for.
import { setTimeout as pause } from 'node:timers/promises';
import { type Operation, operations } from '@cairn/contracts';
import { Flood, floodKinds } from '../support/flooding.js';
import { type Flooder, flooderOf } from '../support/flooder.js';
import { leaveOut } from '../support/left-out.js';
import { type AskedOften, Stranger, type Waited } from '../support/onlooker.js';
import { type Person, somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';
import { MODELS_NEED, runsModels, twoNumbersModel } from '../support/two-numbers.js';

/** So many requests at a time, in all. */
const AT_ONCE = 200;
const FLOOD_MS = 8_000;
const CONTROL_MS = 2_000;
const EVERY_MS = 100;
const FLOODERS = 5;

const kinds = floodKinds.filter(({ runs }) => runs !== true || runsModels);
if (kinds.length < floodKinds.length) leaveOut(MODELS_NEED);
const cells = kinds.flatMap((kind) => [1, FLOODERS].map((accounts) => ({ kind, accounts })));

/** Whatever one account does, and whatever five do, others are served. */
describe.each(topologies)('S11 a stranger on $name', (topology) => {
  let cairn: SharedCairn;
  let asked: readonly AskedOften[];
  const flooders: Flooder[] = [];
  const told: string[] = [];

  beforeAll(async () => {
    // With one worker, questions wait for the one before them.
    cairn = await topology.shared({ CAIRN_MODEL_WORKERS: '2' });
    asked = await smallThings(cairn, await somebody(cairn, 'stranger'));
    for (let at = 0; at < FLOODERS; at += 1) {
      const person = await somebody(cairn, 'mallory');
      flooders.push(await flooderOf(person, (token) => cairn.client(token), runsModels));
    }
  });
  afterAll(async () => {
    process.stdout.write(`p99 of a stranger, beside that of just before, milliseconds\n${told.join('\n')}\n`);
    await cairn.leave();
  });

  it.each(cells)(
    'is answered while $accounts account(s) send $kind.kind',
    async ({ kind, accounts }) => {
      const stranger = new Stranger(asked);
      await pause(CONTROL_MS);
      const began = Date.now();
      const flood = new Flood(kind, sendersOf(flooders.slice(0, accounts)), AT_ONCE);
      await pause(FLOOD_MS);
      const all = await stranger.stop();
      const [calm, waits] = [all.filter(({ at }) => at < began), all.filter(({ at }) => at >= began)];
      const statuses = await flood.stop();
      told.push(`${accounts} × ${kind.kind} ${JSON.stringify(statuses)}: ${beside(waits, calm)}`);
      expect(Object.keys(statuses).filter((status) => !EXPECTED.has(Number(status)))).toEqual([]);
      expect(waits.filter(({ status }) => status < 200 || status > 299)).toEqual([]);
      for (const { name } of asked) expect(waits.map((each) => each.name)).toContain(name);
    },
    120_000,
  );
});

/** Of a flood: answered, refused for now, or ended. A file that takes too long to be opened is 422. */
const EXPECTED = new Set([0, 200, 201, 202, 409, 422, 429, 503]);

const sendersOf = (flooders: readonly Flooder[]): ConstructorParameters<typeof Flood>[1] =>
  flooders.flatMap((flooder) => flooder.clients.map((client) => ({ flooder, client })));

/** The p99 of each thing, beside that of the control. */
const beside = (waits: readonly Waited[], calm: readonly Waited[]): string =>
  [...new Set(waits.map(({ name }) => name))]
    .map((name) => `${name} ${p99(waits, name)} (${p99(calm, name)})`)
    .join(', ');

const p99 = (waits: readonly Waited[], of: string): string => {
  const sorted = waits.filter(({ name }) => name === of).map(({ ms }) => ms);
  sorted.sort((one, other) => one - other);
  return (sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN).toFixed(0);
};

/** What somebody asks for who has little: one of each, all own. */
const smallThings = async (cairn: SharedCairn, person: Person): Promise<readonly AskedOften[]> => {
  const { client, token } = person;
  const { body: dataset } = await client.call('createDataset', { body: { name: 'small' } });
  const version = { dataset_id: dataset.id, version_id: dataset.active_version_id ?? '' };
  const { body } = await client.call('createDatasetItem', { params: version, body: { name: 'an item' } });
  const item = { ...version, id: body.id };
  const file = { name: 'small.txt', contentType: 'text/plain', content: 'small' };
  await client.call('uploadDatasetItem', { params: item, file });
  const often = (
    { id: name, method, path }: Pick<Operation, 'id' | 'method' | 'path'>,
    params: Readonly<Record<string, string>> = {},
    sent?: { readonly type: string; readonly body: string },
  ): AskedOften => ({
    ...{ name, method, everyMs: EVERY_MS },
    url: `${cairn.baseUrl}${path.replace(/\{(\w+)\}/g, (_, part: string) => params[part] ?? '')}`,
    headers: {
      authorization: `Bearer ${token}`,
      ...(sent === undefined ? {} : { 'content-type': sent.type }),
    },
    ...(sent === undefined ? {} : { body: sent.body }),
  });
  return [
    often(operations.getMe),
    often(operations.listDatasets),
    often(operations.uploadDatasetItem, item, { type: 'text/plain', body: 'a small file' }),
    often(operations.downloadDatasetItem, item),
    often(operations.listDatasetHistory, { id: dataset.id }),
    ...(runsModels ? [often(operations.runModel, { model_id: await modelOf(person) }, TWO_NUMBERS)] : []),
  ];
};

const TWO_NUMBERS = { type: 'application/json', body: '{"input_text":"1,2"}' };

const modelOf = async ({ client }: Person): Promise<string> => {
  const { id } = (await client.call('createModel', { body: { name: 'small' } })).body;
  const file = { name: 'm.onnx', contentType: 'application/octet-stream', content: twoNumbersModel() };
  await client.call('uploadModel', { params: { id }, query: { asset_type: 'onnx_model' }, file });
  return id;
};
