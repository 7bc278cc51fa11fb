import { freshId } from '../clock/ids.js';
import { CounterMade } from '../testkit/counters.js';
import { CollectingBlobs } from './testing/collecting-blobs.js';

const LARGE = 'x'.repeat(300_000);

/** Streams of text that anybody writes: hashes of a block chain, say, which are no names of blobs. */
describe('streams that name no files', () => {
  let blobs: CollectingBlobs;
  const say = async (category: string, owner: string): Promise<string> => {
    const stream = `${category}-${freshId()}`;
    await blobs.append(stream, CounterMade, { owner });
    return stream;
  };

  beforeEach(async () => {
    blobs = await CollectingBlobs.open({ text: { files: 'none' }, other: {} });
  });
  afterEach(() => blobs.remove());

  it('keep no blob by what looks like its name, in large data neither; others keep it', async () => {
    const [small, large, known] = [await blobs.upload(), await blobs.upload(), await blobs.upload()];
    await say('text', small.sha256);
    await say('text', `${large.sha256} ${LARGE}`);
    await say('other', known.sha256);
    await blobs.looks(2);
    expect(await blobs.areThere(small, large, known)).toEqual([false, false, true]);
  });

  it('keep the data of their large events, which nobody fetches for a look', async () => {
    const stream = await say('text', LARGE);
    const { blobs: store, log } = blobs.engines;
    const before = await log.read(stream);
    const open = jest.spyOn(store, 'open');
    await blobs.looks(4);
    expect(open).not.toHaveBeenCalled();
    expect(await log.read(stream)).toEqual(before);
    expect(open).toHaveBeenCalledTimes(1);
  });
});
