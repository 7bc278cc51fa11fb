import { Readable } from 'node:stream';
import { anonymous, endIdleReaders } from '@cairn/kernel';
import { stateAfter } from '@cairn/kernel/testkit';
import { type KnownModelVersion, modelVersion } from '../../domain/version/state.js';
import { assetsSet, labels, onnx, versionCreated } from '../../testing/examples.js';
import { runnableOf } from './runnable.js';

const holding = (content: string) => ({
  principal: anonymous,
  tools: { blobs: { open: async () => Readable.from([Buffer.from(content)]) } },
});
const model = { config: '' };
const version = (fill: string) =>
  stateAfter(modelVersion, [
    versionCreated(),
    assetsSet(onnx([[null, 2]]), labels(2, fill)),
  ]) as KnownModelVersion;

afterAll(endIdleReaders);

describe('what of a version is run', () => {
  it('has the names of its labels_file', async () => {
    expect(await runnableOf(holding('cat\ndog'), model, version('c'))).toMatchObject({
      file: { labels: ['cat', 'dog'] },
    });
  });
  it('is nothing while its labels_file, taken before, can be read in two ways', async () => {
    expect(await runnableOf(holding('{"0": "cat", "0x1": "dog"}'), model, version('d'))).toMatchObject({
      refused: 'model_config_invalid',
      detail: 'The labels_file is refused. The key "0x1" is no plain decimal number.',
    });
  });
});
