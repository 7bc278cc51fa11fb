import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { keyOf } from './names.js';
import { Shelf } from './shelf.js';
import { ShelvedBlobs } from './shelved-blobs.js';

/** A bucket in memory: each request is one step, taken when the schedule says so. Time goes on with each step. */
class SteppedBucket {
  readonly objects = new Map<string, { readonly bytes: Buffer; readonly modified: number }>();
  #now = 1_000;
  readonly #waiting: { readonly actor: string; readonly go: () => void }[] = [];

  shelfOf(actor: string): Shelf {
    const step = <Result>(act: () => Result): Promise<Result> =>
      new Promise((resolve) => {
        this.#waiting.push({ actor, go: () => resolve(this.#act(act)) });
      });
    const { objects } = this;
    const put = (key: string, bytes: Buffer): Promise<unknown> =>
      step(() => objects.set(key, { bytes, modified: this.#now }));
    return new Shelf(
      {
        list: async function* (prefix) {
          const found = await step(() => [...objects].filter(([key]) => key.startsWith(prefix)));
          for (const [key, { bytes, modified }] of found) yield { key, size: bytes.byteLength, modified };
        },
        get: (key) =>
          step(() => {
            const found = objects.get(key);
            return found && Readable.from([found.bytes]);
          }),
        remove: async (key) => void (await step(() => objects.delete(key))),
      },
      {
        put: async (key, arrived) => {
          const bytes = Buffer.alloc(arrived.size);
          await arrived.read(bytes, 0);
          await put(key, bytes);
        },
        putMark: async (key) => void (await put(key, Buffer.alloc(0))),
        abandonOlder: async () => undefined,
      },
      '',
    );
  }

  /**
   * Lets requests through one by one, when each actor waits for one or is done: while two wait, that of the first in
   * the alphabet when the schedule says `true`.
   */
  async run(schedule: Iterator<boolean>, actors: readonly Promise<unknown>[]): Promise<void> {
    let unfinished = actors.length;
    for (const actor of actors) void actor.finally(() => (unfinished -= 1)).catch(() => undefined);
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      if (unfinished === 0) return;
      if (this.#waiting.length < unfinished) continue;
      this.#waiting.sort((one, other) => one.actor.localeCompare(other.actor));
      const next = this.#waiting.length === 1 || schedule.next().value === true ? 0 : 1;
      this.#waiting.splice(next, 1)[0]!.go();
    }
  }

  #act<Result>(act: () => Result): Result {
    this.#now += 1;
    return act();
  }
}

/** Later than the old copy, earlier than everything that a step does. */
const COLLECTED = { isReferenced: async () => false, untouchedSince: 500 };
const clock = { now: () => 2_000 };

/** Every sequence of so many choices. */
function* schedules(choices: number): Generator<Iterator<boolean>, void, void> {
  for (let bits = 0; bits < 2 ** choices; bits += 1)
    yield Array.from({ length: choices }, (_, index) => (bits >> index) % 2 === 1).values();
}

describe('a blob that one process puts while another removes it', () => {
  const blobsOf = (bucket: SteppedBucket, actor: string): ShelvedBlobs =>
    new ShelvedBlobs(bucket.shelfOf(actor), tmpdir(), clock);

  /** The copies that are there in the end. */
  const race = async (bytes: Buffer, schedule: Iterator<boolean>): Promise<string> => {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const keys = [0, 1].map((copy) => keyOf('', { sha256, copy }));
    const bucket = new SteppedBucket();
    bucket.objects.set(keys[0]!, { bytes, modified: 1 });
    const collecting = blobsOf(bucket, 'collector').collect(COLLECTED);
    const putting = blobsOf(bucket, 'putter').put(Readable.from([bytes]), { maxBytes: bytes.byteLength });
    await bucket.run(schedule, [collecting, putting]);
    await collecting;
    expect(await putting).toEqual({ sha256, size: bytes.byteLength });
    return keys.flatMap((key, copy) => (bucket.objects.has(key) ? [copy] : [])).join(' and ');
  };

  it.each([
    ['small', 10],
    ['not small', 1024 * 1024 + 1],
  ])('is there when the put was answered, in whatever order their requests come: %s', async (_what, size) => {
    const bytes = Buffer.alloc(size, 'some bytes');
    const ends = new Set<string>();
    for (const schedule of schedules(10)) ends.add(await race(bytes, schedule));
    expect([...ends].sort()).toEqual(['0', '0 and 1', '1']);
  });
});
