import { graphCommands } from '@cairn/contracts';
import type { CommandReply, Json } from '@cairn/kernel';
import * as fc from 'fast-check';
import type { ContentUnderTest, VersionPath } from './content-under-test.js';

/** Birds have rings, and none that another bird has. */
export const schema_config = {
  nodes: [{ type: 'Bird', properties: [{ name: 'ring', type: 'json', unique: true }] }],
};
export const bird = (uid: string, ring: Json, more: object = {}) => ({
  ...{ uid, labels: ['Bird'] },
  properties: { ring, ...more },
});
export const codeOf = (reply: CommandReply): string =>
  reply.status === 'refused' ? reply.code : reply.status;

/** What becomes of birds and their rings, or of the enforcement of their schema. */
interface RingDeed {
  readonly kind: 'put' | 'delete' | 'undo' | 'strict' | 'off';
  readonly birds: readonly (readonly [uid: string, ring: number | null])[];
  /** The replica that is asked. */
  readonly by: number;
}
const anyRingDeed: fc.Arbitrary<RingDeed> = fc.record({
  kind: fc.constantFrom('put', 'put', 'put', 'put', 'delete', 'undo', 'strict', 'off'),
  birds: fc.uniqueArray(
    fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.constantFrom(1, 2, 3, 4, null)),
    { minLength: 1, maxLength: 4, selector: ([uid]) => uid },
  ),
  by: fc.nat({ max: 1 }),
});
export const anyRingDeeds = (count: number): fc.Arbitrary<readonly RingDeed[]> =>
  fc.array(anyRingDeed, { minLength: count, maxLength: count });

type Rings = ReadonlyMap<string, number | null>;

const standTwice = (rings: Rings): boolean => {
  const values = [...rings.values()].filter((ring) => ring !== null);
  return new Set(values).size < values.length;
};

/** What a deed came to, and what it had to. */
interface Answered {
  readonly expected: string;
  readonly code: string;
}

/** Birds of a version, as the service has them and written down once more. */
export class PlayedRings {
  readonly #past: Rings[] = [];
  #now: Rings = new Map();
  #isStrict = false;

  constructor(
    private readonly replicas: readonly [ContentUnderTest, ContentUnderTest],
    private readonly path: VersionPath,
  ) {}

  async play({ kind, birds, by }: RingDeed): Promise<Answered> {
    const replica = this.replicas[by] ?? this.replicas[0];
    switch (kind) {
      case 'put':
        return this.#put(replica, birds);
      case 'delete':
        return this.#delete(
          replica,
          birds.map(([uid]) => uid),
        );
      case 'undo':
        return this.#undo(replica);
      default:
        return this.#switch(replica, kind);
    }
  }

  async #put(by: ContentUnderTest, birds: RingDeed['birds']): Promise<Answered> {
    const nodes = birds.map(([uid, ring]) => bird(uid, ring));
    const code = codeOf(await by.bulkNodes(this.path, { mode: 'merge', nodes }));
    return { code, expected: this.#take(new Map([...this.#now, ...birds]), 'content_invalid') };
  }

  async #delete(by: ContentUnderTest, uids: readonly string[]): Promise<Answered> {
    const there = uids.filter((uid) => this.#now.has(uid));
    const code = codeOf(await by.bulkNodes(this.path, { delete: there }));
    return {
      code,
      expected: this.#take(new Map([...this.#now].filter(([uid]) => !there.includes(uid))), ''),
    };
  }

  /** The last change: nobody has changed anything of it since. */
  async #undo(by: ContentUnderTest): Promise<Answered> {
    const before = this.#past.at(-1);
    if (before === undefined) return { code: 'done', expected: 'done' };
    const code = codeOf(await by.undo(this.path, this.#past.length - 1));
    return { code, expected: this.#take(before, 'changed_since') };
  }

  async #switch(by: ContentUnderTest, enforcement: 'strict' | 'off'): Promise<Answered> {
    const input = { ...this.path, body: { config: { enforcement } } };
    const code = codeOf(await by.running.send(by.me, graphCommands.updateGraphVersion, input));
    const isRefused = enforcement === 'strict' && standTwice(this.#now);
    if (!isRefused) this.#isStrict = enforcement === 'strict';
    return { code, expected: isRefused ? 'content_breaks_schema' : 'done' };
  }

  /** It is so from now on, unless a ring would stand twice that may not. */
  #take(next: Rings, refusal: string): string {
    if (this.#isStrict && standTwice(next)) return refusal;
    const texts = [next, this.#now].map((rings) => JSON.stringify([...rings].sort()));
    if (texts[0] !== texts[1]) this.#past.push(this.#now);
    this.#now = next;
    return 'done';
  }
}
