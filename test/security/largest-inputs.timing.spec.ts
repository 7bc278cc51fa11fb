// @runs-alone: it measures what others wait for.
import { allOperations, type Operation, operations } from '@cairn/contracts';
import { largestAnswers } from '../support/large-answers.js';
import { LargestInputs } from '../support/largest-inputs.js';
import { ENTRIES, largestFiles, manyEntries } from '../support/largest-files.js';
import { imported } from '../support/imports.js';
import { Onlooker } from '../support/onlooker.js';
import { leaveOut } from '../support/left-out.js';
import { isUnsafe } from '../support/operations.js';
import { administrator, somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';
import { MODELS_NEED, runsModels } from '../support/two-numbers.js';
import { makeWorld, type World } from '../support/world.js';

/** They end what asks, or bound what this test asks for. */
const LEFT_OUT = /^(delete|remove|login|logout|register|reset|request|updateRateLimits|updateQuotas)/i;
const WORST = 25;

if (!runsModels) leaveOut(MODELS_NEED);

/** What reads something, or reads it to make a copy. To prepare `getEventData` reads all of the log into this process. */
const isPage = (operation: Operation): boolean =>
  operation.id !== 'getEventData' && (!isUnsafe(operation) || operation.id.startsWith('duplicate'));

const at = <Params>({ method, path }: Pick<Operation, 'method' | 'path'>, params: Params) => ({
  ...{ method, path, params },
});

describe.each(topologies)('S11 beside the largest inputs on $name', (topology) => {
  let cairn: SharedCairn;
  let world: World;
  let inputs: LargestInputs;
  let onlooker: Onlooker;

  beforeAll(async () => {
    cairn = await topology.shared({ CAIRN_MAX_JSON_BYTES: '10000000' });
    world = await makeWorld(await somebody(cairn), 'private', await administrator(cairn));
    const stranger = await somebody(cairn, 'stranger');
    inputs = new LargestInputs(cairn, world);
    onlooker = new Onlooker(`${cairn.baseUrl}/api/v1/me`, stranger.token);
  });
  afterAll(() => cairn.leave());

  it('bodies are taken or refused in words', async () => {
    for (const operation of allOperations)
      if (isUnsafe(operation) && !LEFT_OUT.test(operation.id)) await inputs.bodiesOf(operation);
    expect(inputs.wrong).toEqual([]);
  }, 1_200_000);

  it('files are taken or refused in words', async () => {
    const { item: id, version: version_id, dataset: dataset_id, model } = world;
    const { uploadDatasetItem, uploadModel, importDataset } = operations;
    const octets = 'application/octet-stream';
    for (const { asset_type, name, content } of largestFiles())
      await inputs.ask(uploadModel, name, {
        ...at(uploadModel, { id: model }),
        query: { asset_type },
        file: { name, contentType: octets, content },
      });
    const content = Buffer.alloc(100_000_000, 1);
    await inputs.ask(uploadDatasetItem, 'of 100 MB', {
      ...at(uploadDatasetItem, { dataset_id, version_id, id }),
      file: { name: 'a file', contentType: octets, content },
    });
    const file = { name: 'many.zip', contentType: 'application/zip', content: manyEntries() };
    const { params } = at(importDataset, { dataset_id, id: version_id });
    const came = await inputs.noted(`importDataset of an archive of ${ENTRIES} entries`, () =>
      imported(world.person.client, params, file),
    );
    expect(came.import).toMatchObject({ created: ENTRIES, errors: [] });
    expect(inputs.wrong).toEqual([]);
  }, 900_000);

  (runsModels ? it : it.skip)(
    'answers of models are told, whichever way they are asked for',
    async () => {
      const answers = await largestAnswers(cairn, inputs, world.person);
      expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 200]);
      for (const { bytes } of answers) expect(bytes).toBeGreaterThan(10_000_000);
      expect(inputs.wrong).toEqual([]);
    },
    120_000,
  );

  it('pages are answered, and others always', async () => {
    for (const operation of allOperations) if (isPage(operation)) await inputs.pagesOf(operation);
    const waits = await onlooker.stop();
    process.stdout.write(`${inputs.rows.length} requests\n${inputs.worst(waits, WORST)}\n`);
    expect(inputs.wrong).toEqual([]);
    expect(waits.filter(({ status }) => status !== 200)).toEqual([]);
  }, 1_200_000);
});
