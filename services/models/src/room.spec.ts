import { join } from 'node:path';
import { Readable } from 'node:stream';
import { modelCommands } from '@cairn/contracts';
import { openDiskBlobs, type Principal } from '@cairn/kernel';
import { ServiceUnderTest, someone } from '@cairn/kernel/testkit';
import { modelBytesOf } from './read-models/usage.js';
import { modelsServiceWith } from './service.js';
import { ToldRunner } from './testing/told-runner.js';

const BYTES = 10_000;
/** A file of labels of so many bytes, ten each. */
const names = (letter: string, bytes: number): string =>
  Array.from({ length: bytes / 10 }, (_, index) => `${letter}${String(index).padStart(8, '0')}\n`).join('');

describe('S47 the files of an account', () => {
  const [ada, eve] = [someone(), someone()];
  let running: ServiceUnderTest;
  beforeAll(async () => {
    running = await ServiceUnderTest.of(
      modelsServiceWith(() => new ToldRunner()),
      {
        quotas: { datasets: 0, items: 0, bytes: BYTES },
        blobs: ({ folder }) => openDiskBlobs({ folder: join(folder, 'blobs') }),
      },
    );
  });
  afterAll(() => running.stop());

  const fileOf = async (text: string) => {
    const { sha256, size } = await running.tools.blobs.put(Readable.from([Buffer.from(text)]), {
      maxBytes: BYTES,
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
  const adding = (model_id: string, input_text: string) => ({
    model_id,
    body: { prediction: 'yes', input_text },
  });
  const made = (who: Principal) =>
    running.make(who, modelCommands.createModel, { body: { name: 'm', public: true } }, 'model');

  it('take no more than it may hold, over all models, and those of others are not counted', async () => {
    const [one, two, others] = [await made(ada), await made(ada), await made(eve)];
    expect(await labels(ada, one, names('a', 6_000))).toBe('done');
    expect(await labels(ada, two, names('b', 6_000))).toBe('quota_reached');
    expect(await labels(ada, two, names('b', 4_000))).toBe('done');
    expect(await labels(eve, others, names('c', 6_000))).toBe('done');
  });

  it('those of inferences too, until they are deleted', async () => {
    const grace = someone();
    const model_id = await made(grace);
    await labels(grace, model_id, 'yes');
    const added = () => running.make(grace, modelCommands.addInference, adding(model_id, 'yes'), 'inference');
    const keeps = async (inference_id: string) => {
      const file = await fileOf('d'.repeat(6_000));
      const reply = await running.send(grace, modelCommands.uploadInference, { id: inference_id, file });
      return reply.status === 'refused' ? reply.code : reply.status;
    };
    const [first, second] = [await added(), await added()];
    expect([await keeps(first), await keeps(second)]).toEqual(['done', 'quota_reached']);
    await running.done(grace, modelCommands.deleteInference, { id: first });
    expect(await keeps(second)).toBe('done');
  });

  it('and inferences that it adds, by the bytes of their records, until they are deleted', async () => {
    const linus = someone();
    const model_id = await made(linus);
    await labels(linus, model_id, 'yes');
    const used = () => modelBytesOf(running.engines.documents, linus.userId);
    const add = (text: string) => running.send(linus, modelCommands.addInference, adding(model_id, text));
    const text = 'a'.repeat(5_000);
    const first = await running.make(linus, modelCommands.addInference, adding(model_id, text), 'inference');
    const taken = await used();
    expect([taken > 5_000, taken < 6_000]).toEqual([true, true]);
    expect(await add('b'.repeat(5_000))).toMatchObject({
      ...{ status: 'refused', code: 'quota_reached' },
      ...{ detail: `The account’s models and inferences have used ${taken} of ${BYTES} bytes.` },
    });
    expect(await used()).toBe(taken);
    await running.done(linus, modelCommands.updateInference, { inference_id: first, body: { hidden: true } });
    await running.rebuild('models.inferences');
    expect(await used()).toBe(taken);
    await running.done(linus, modelCommands.deleteInference, { id: first });
    expect(await used()).toBe('yes'.length);
    expect(await add('b'.repeat(5_000))).toMatchObject({ status: 'done' });
  });
});
