import type { Spellings } from '@cairn/contracts';
import { derivedId, foldName, isLonger, nameKey, plainName } from '@cairn/kernel';
import type { WantedLabel, WantedSplit } from '../../domain/job/preparing.js';
import { MOST_LABELS, MOST_SPLITS } from '../../domain/version/bounds.js';
import { LONGEST_NAME } from '../../domain/version/names.js';
import type { KnownVersion } from '../../domain/version/state.js';
import type { DeclaredLabel, DeclaredSplit, ImportRecord } from '../../formats/index.js';

/** A name that cannot be one of the version. */
export class NameRefused extends Error {
  override readonly name = 'NameRefused';
}

/** So many names are told that were spelled in several ways, and so many ways of each. */
const MOST_SPELLED = 100;
const MOST_SPELLINGS = 10;

/**
 * Labels and splits by their names, which are cleaned and compared as everywhere (SPEC-31): those of the
 * version, and while it is `open` those that the file names beside them. When it is not, a name that the version lacks is
 * refused.
 */
export class Names {
  readonly #labels: Kind<WantedLabel>;
  readonly #splits: Kind<WantedSplit>;
  /** How to take back what was wanted, in the order in which it was. */
  readonly #wanted: (() => void)[] = [];

  constructor(
    version: KnownVersion,
    jobId: string,
    readonly open: boolean,
  ) {
    const add = (forget: () => void): void => void this.#wanted.push(forget);
    const { labels, splits } = version;
    this.#labels = new Kind(Object.values(labels), { kind: 'label', most: MOST_LABELS, jobId, open, add });
    this.#splits = new Kind(Object.values(splits), { kind: 'split', most: MOST_SPLITS, jobId, open, add });
  }

  get wantedLabels(): readonly WantedLabel[] {
    return this.#labels.wanted;
  }
  get wantedSplits(): readonly WantedSplit[] {
    return this.#splits.wanted;
  }

  /** Names that stand in the file in other ways than they are kept. */
  get spellings(): { readonly labels: readonly Spellings[]; readonly splits: readonly Spellings[] } {
    return { labels: this.#labels.spellings, splits: this.#splits.spellings };
  }

  /** How many names were wanted so far: `forget` takes back those that come after. */
  get wanted(): number {
    return this.#wanted.length;
  }

  forget(after: number): void {
    for (const forget of this.#wanted.splice(after)) forget();
  }

  readonly hasLabel = (id: string): boolean => this.#labels.has(id);
  readonly hasSplit = (id: string): boolean => this.#splits.has(id);
  /** Of a split that `hasSplit`. */
  splitName(id: string): string {
    return this.#splits.nameOf(id);
  }

  /** What the file says of a label; a label that the version has stays as it is. Throws `NameRefused`. */
  declareLabel({ name, description, color, number, type, parent, attributes }: DeclaredLabel): void {
    this.#labels.idOf(name);
    if (parent !== undefined) this.#labels.idOf(parent);
    this.#labels.describe(name, { description, color, number, type, parent, attributes });
  }

  declareSplit({ name, description }: DeclaredSplit): void {
    this.#splits.idOf(name);
    this.#splits.describe(name, { description });
  }

  /** The label of a name, wanted when the version has none. Throws `NameRefused`. */
  labelId(name: string): string {
    return this.#labels.idOf(name);
  }

  splitId(name: string): string {
    return this.#splits.idOf(name);
  }

  /** Whether a record names what the version does not have, and nothing wanted so far. */
  lacks({ labels, annotations, splits = [] }: ImportRecord): boolean {
    return (
      labels.some((name) => this.#labels.lacks(name)) ||
      annotations.some(({ label }) => label !== undefined && this.#labels.lacks(label)) ||
      splits.some((name) => this.#splits.lacks(name))
    );
  }
}

interface Wanted {
  readonly id: string;
  readonly name: string;
}

interface KindOptions {
  readonly kind: 'label' | 'split';
  /** So many may the version hold; what was deleted of it counts. */
  readonly most: number;
  readonly jobId: string;
  readonly open: boolean;
  /** Told how to take back what is wanted anew. */
  readonly add: (forget: () => void) => void;
}

class Kind<Of extends Wanted> {
  /** By folded name. */
  readonly #known = new Map<string, Wanted>();
  readonly #names = new Map<string, string>();
  readonly #wanted = new Map<string, Of>();
  readonly #spelled = new Map<string, Set<string>>();
  readonly #left: number;

  constructor(
    all: readonly (Wanted & { readonly deleted: boolean })[],
    private readonly options: KindOptions,
  ) {
    this.#left = options.most - all.length;
    for (const { deleted, id, name } of all) if (!deleted) this.#know({ id, name });
  }

  get wanted(): readonly Of[] {
    return [...this.#wanted.values()];
  }

  get spellings(): readonly Spellings[] {
    return [...this.#spelled].map(([folded, spelled]) => ({
      name: this.#known.get(folded)?.name ?? folded,
      spelled: [...spelled],
    }));
  }

  has(id: string): boolean {
    return this.#names.has(id);
  }

  nameOf(id: string): string {
    return this.#names.get(id) ?? '';
  }

  lacks(told: string): boolean {
    const name = plainName(told);
    return name !== '' && !this.#known.has(foldName(name));
  }

  idOf(told: string): string {
    const name = plainName(told);
    const folded = foldName(name);
    const known = this.#known.get(folded);
    if (known !== undefined) {
      if (known.name !== name) this.#spell(folded, name);
      return known.id;
    }
    return this.#want(folded, name);
  }

  /** What is said of a name that is wanted. */
  describe(told: string, said: Omit<Of, keyof Wanted>): void {
    const folded = nameKey(told);
    const wanted = this.#wanted.get(folded);
    if (wanted !== undefined) this.#wanted.set(folded, { ...wanted, ...said });
  }

  #want(folded: string, name: string): string {
    this.#refuse(name);
    const { kind, jobId, add } = this.options;
    const wanted = { id: derivedId(jobId, kind, folded), name };
    this.#know(wanted);
    this.#wanted.set(folded, wanted as Of);
    add(() => {
      this.#known.delete(folded);
      this.#names.delete(wanted.id);
      this.#wanted.delete(folded);
      this.#spelled.delete(folded);
    });
    return wanted.id;
  }

  #know(known: Wanted): void {
    this.#known.set(nameKey(known.name), known);
    this.#names.set(known.id, known.name);
  }

  #spell(folded: string, name: string): void {
    const spelled = this.#spelled.get(folded) ?? new Set();
    if (spelled.size < MOST_SPELLINGS) spelled.add(name);
    if (this.#spelled.size < MOST_SPELLED) this.#spelled.set(folded, spelled);
  }

  #refuse(name: string): void {
    const { kind, open } = this.options;
    if (name === '') throw new NameRefused(`a ${kind} has an empty name`);
    if (isLonger(name, LONGEST_NAME))
      throw new NameRefused(`the name of a ${kind} is longer than ${LONGEST_NAME} characters`);
    if (this.#wanted.size >= this.#left) throw new NameRefused(`the version would have too many ${kind}s`);
    if (!open) throw new NameRefused(`the version has no ${kind} of that name any more`);
  }
}
