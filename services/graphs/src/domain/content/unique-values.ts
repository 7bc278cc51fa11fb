import { pointerTo } from '@cairn/kernel';
import type { Draft, NodeChange } from './draft.js';
import type { Flaw } from './elements.js';
import type { UniqueValues } from './loaded.js';
import { MOST_KEYS, type UniqueProperties } from './schema/index.js';

/** A node that a draft may not put. */
export interface TakenValues {
  readonly uid: string;
  readonly flaws: readonly Flaw[];
}

/** The keys that a draft gives to nodes which have not had them. */
export const keysGained = (draft: Draft, unique: UniqueProperties): ReadonlySet<string> =>
  new Set(draft.nodes.touched().flatMap((each) => [...claimOf(each, unique).gained.keys()]));

/** Leaves those nodes as they were that would get a value which another node has once all is done, and says which. */
export const leaveTaken = (draft: Draft): readonly TakenValues[] =>
  draft.unique === undefined ? [] : new Claims(draft, draft.unique).settled();

/** What becomes of the keys of a node: each with the name of its property. */
interface Claim {
  readonly uid: string;
  readonly kept: readonly string[];
  readonly gained: ReadonlyMap<string, string>;
  readonly given: readonly string[];
  readonly isTooMuch: boolean;
}

const claimOf = ({ uid, before, after }: NodeChange, unique: UniqueProperties): Claim => {
  const had = new Set(before === undefined ? [] : unique.keysOf(before).map(({ key }) => key));
  const has = after === undefined ? [] : unique.keysOf(after);
  const gained = new Map(has.filter(({ key }) => !had.has(key)).map(({ key, name }) => [key, name]));
  const kept = has.filter(({ key }) => had.has(key)).map(({ key }) => key);
  const still = new Set(kept);
  const given = [...had].filter((key) => !still.has(key));
  return { uid, kept, gained, given, isTooMuch: has.length > MOST_KEYS };
};

/** Who has which key when all is done. The first that claims one gets it. */
class Claims {
  readonly #owners = new Map<string, string>();
  readonly #claims = new Map<string, Claim>();
  readonly #taken: TakenValues[] = [];

  constructor(
    private readonly draft: Draft,
    unique: UniqueValues,
  ) {
    const touched = draft.nodes.touched();
    const uids = new Set(touched.map(({ uid }) => uid));
    for (const [key, holders] of unique.holders)
      for (const uid of holders) if (!uids.has(uid)) this.#owners.set(key, uid);
    for (const change of touched) {
      if (change.after === undefined) continue;
      const claim = claimOf(change, unique);
      this.#claims.set(claim.uid, claim);
      for (const key of claim.kept) this.#owners.set(key, claim.uid);
    }
  }

  settled(): readonly TakenValues[] {
    for (const claim of [...this.#claims.values()]) {
      if (!this.#claims.has(claim.uid)) continue;
      if (claim.isTooMuch || this.#takenOf(claim).length > 0) this.#leave(claim);
      else for (const key of claim.gained.keys()) this.#owners.set(key, claim.uid);
    }
    return this.#taken;
  }

  /** The names of the properties whose values others have. */
  #takenOf({ uid, gained }: Claim): readonly string[] {
    const names = [...gained].filter(([key]) => (this.#owners.get(key) ?? uid) !== uid);
    return [...new Set(names.map(([, name]) => name))];
  }

  /** It keeps what it had: whoever was to get that is left as it was, too. */
  #leave(first: Claim): void {
    const left = [first];
    for (let claim = left.pop(); claim !== undefined; claim = left.pop()) {
      if (!this.#claims.delete(claim.uid)) continue;
      this.#taken.push({ uid: claim.uid, flaws: flawsOf(claim, this.#takenOf(claim)) });
      this.draft.nodes.leave(claim.uid);
      for (const key of claim.gained.keys())
        if (this.#owners.get(key) === claim.uid) this.#owners.delete(key);
      for (const key of claim.given) {
        const other = this.#claims.get(this.#owners.get(key) ?? '');
        this.#owners.set(key, claim.uid);
        if (other !== undefined) left.push(other);
      }
    }
  }
}

const flawsOf = ({ isTooMuch }: Claim, names: readonly string[]): readonly Flaw[] =>
  isTooMuch ? [tooManyValues] : names.map(notUnique);

export const notUnique = (name: string): Flaw => ({
  pointer: pointerTo('/properties', name),
  code: 'not_unique',
  message: 'is the value of another node',
});

/** Of a node that has more unique values than are looked for. */
export const tooManyValues: Flaw = {
  pointer: '/properties',
  code: 'too_many_unique',
  message: `has more than ${MOST_KEYS} unique values`,
};
