import { join } from 'node:path';
import { Readable } from 'node:stream';
import { modelCommands } from '@cairn/contracts';
import { openDiskBlobs, type Principal } from '@cairn/kernel';
import { ServiceUnderTest, someone } from '@cairn/kernel/testkit';
import { modelsServiceWith } from './service.js';
import { ToldRunner } from './testing/told-runner.js';

describe('S47 the files of an account', () => {
  const [ada, eve] = [someone(), someone()];
  let running: ServiceUnderTest;
  beforeAll(async () => {
    running = await ServiceUnderTest.of(
      modelsServiceWith(() => new ToldRunner()),
      {
        quotas: { datasets: 0, items: 0, bytes: 100 },
        blobs: ({ folder }) => openDiskBlobs({ folder: join(folder, 'blobs') }),
      },
    );
  });
  afterAll(() => running.stop());

  const fileOf = async (text: string) => {
    const { sha256, size } = await running.tools.blobs.put(Readable.from([Buffer.from(text)]), {
      maxBytes: 1_000,
    });
    return { sha256, size, content_type: 'text/plain', file_name: 'labels.txt' };
  };
  const labels = async (who: Principal, model_id: string, text: string) => {
    const reply = await running.send(who, modelCommands.uploadModel, {
      id: model_id,
      assets: [{ asset_type: 'labels_file', file: await fileOf(text) }],
    });
    return reply.status === 'refused' ? reply.code : reply.status;
  };
  const made = (who: Principal) =>
    running.make(who, modelCommands.createModel, { body: { name: 'm', public: true } }, 'model');

  it('take no more than it may hold, over all models, and those of others are not counted', async () => {
    const [one, two, others] = [await made(ada), await made(ada), await made(eve)];
    expect(await labels(ada, one, 'a'.repeat(60))).toBe('done');
    expect(await labels(ada, two, 'b'.repeat(60))).toBe('quota_reached');
    expect(await labels(ada, two, 'b'.repeat(40))).toBe('done');
    expect(await labels(eve, others, 'c'.repeat(60))).toBe('done');
  });

  it('those of inferences too, until they are deleted', async () => {
    const grace = someone();
    const model_id = await made(grace);
    await labels(grace, model_id, 'yes');
    const body = { prediction: 'yes' };
    const added = () => running.make(grace, modelCommands.addInference, { model_id, body }, 'inference');
    const keeps = async (inference_id: string) => {
      const file = await fileOf('d'.repeat(60));
      const reply = await running.send(grace, modelCommands.uploadInference, { id: inference_id, file });
      return reply.status === 'refused' ? reply.code : reply.status;
    };
    const [first, second] = [await added(), await added()];
    expect([await keeps(first), await keeps(second)]).toEqual(['done', 'quota_reached']);
    await running.done(grace, modelCommands.deleteInference, { id: first });
    expect(await keeps(second)).toBe('done');
  });
});
