import { Readable } from 'node:stream';
import { type AccountRooms, type Blobs, refuse, userPrincipal } from '@cairn/kernel';
import { openEmbedded } from '@cairn/kernel/testkit';
import { problemOf } from '../../problems/problem-of.js';
import { UnusedUploads } from './unused-uploads.js';
import { uploadRoom } from './upload-room.js';

const LEFT = 1_000;
const principal = userPrincipal({ id: 'ada', administrator: false }, 'session');
const target = {
  route: { handler: { charged: () => ({ resource: 'datasets', id: 'dataset' }) as const } },
  params: {},
};
const accounts: AccountRooms = {
  inAsset: async (_, { bytes }) => ({
    refusal: bytes > LEFT ? refuse('quota_reached', `${bytes} are too many`) : undefined,
    bytesLeft: LEFT,
  }),
};
const unlimited = { refuse: async () => undefined };

describe('the room for an upload', () => {
  const roomFor = (announced: number | undefined, isForm = false) => {
    const headers = announced === undefined ? {} : { 'content-length': String(announced) };
    const asked = { accounts, unusedUploads: unlimited };
    return uploadRoom({ request: { headers }, principal }, target, asked, isForm);
  };
  /** Blobs that keep what they were given whole. */
  const put = async (content: AsyncIterable<Uint8Array>): ReturnType<Blobs['put']> => {
    let size = 0;
    for await (const chunk of content) size += chunk.byteLength;
    return { sha256: '', size };
  };
  const code = async (outcome: Promise<unknown>): Promise<string> =>
    outcome.then(
      () => 'done',
      (error: unknown) => problemOf(error).code,
    );
  const file = (size: number) => Readable.from([Buffer.alloc(size / 2), Buffer.alloc(size / 2)]);
  const options = { maxBytes: 1e9 };

  it('is refused by what is announced, before a byte of it', async () => {
    expect(await code(roomFor(LEFT))).toBe('done');
    expect(await code(roomFor(LEFT + 1))).toBe('quota_reached');
    expect(await code(roomFor(LEFT + 1, true))).toBe('done');
  });

  it('ends where what was not announced is longer', async () => {
    const blobs = (await roomFor(undefined)).within({ put });
    expect(await blobs.put(file(LEFT), options)).toMatchObject({ size: LEFT });
    const other = (await roomFor(undefined)).within({ put });
    expect(await code(other.put(file(LEFT + 2), options))).toBe('quota_reached');
  });

  it('is shared by files that come at the same time', async () => {
    const blobs = (await roomFor(undefined)).within({ put });
    const outcomes = await Promise.all([1, 2, 3].map(() => code(blobs.put(file(400), options))));
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(2);
  });
});

describe('uploads to which nothing was done', () => {
  const DAY = 86_400_000;
  it('are bounded for each caller, until the day is over', async () => {
    const embedded = openEmbedded();
    const { registers } = embedded;
    let now = DAY * 10 + DAY / 2;
    const unused = new UnusedUploads({ registers, clock: { now: () => now }, maxBytes: 100 });
    const problem = (user: string) => unused.refuse(user).then(() => undefined, problemOf);
    await unused.note('ada', 99);
    expect(await problem('ada')).toBeUndefined();
    await unused.note('ada', 1);
    expect(await problem('ada')).toMatchObject({
      code: 'rate_limited',
      more: { headers: { 'Retry-After': String(DAY / 2 / 1_000) }, bound: 'unused_uploads' },
    });
    expect(await problem('eve')).toBeUndefined();
    now += DAY / 2;
    expect(await problem('ada')).toBeUndefined();
    await new UnusedUploads({ registers, clock: { now: () => now }, maxBytes: 0 }).note('eve', 1e9);
    expect(await problem('eve')).toBeUndefined();
    await embedded.remove();
  });
});
