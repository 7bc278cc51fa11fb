import { derivedId, foldName } from '@cairn/kernel';
import type { WantedLabel, WantedSplit } from '../../domain/job/preparing.js';
import { MOST_LABELS, MOST_SPLITS } from '../../domain/version/bounds.js';
import type { KnownVersion } from '../../domain/version/state.js';
import type { DeclaredLabel, DeclaredSplit } from '../../formats/index.js';
import { isLonger } from './lengths.js';

/** A name that cannot be one of the version. */
export class NameRefused extends Error {
  override readonly name = 'NameRefused';
}

const LONGEST_NAME = 200;

/**
 * Labels and splits by their names: those of the version, and while it is `open` those that the file names beside them.
 * When it is not, a name that the version lacks is refused.
 */
export class Names {
  readonly #labels: Map<string, string>;
  readonly #splits: Map<string, string>;
  readonly #wantedLabels = new Map<string, WantedLabel>();
  readonly #wantedSplits = new Map<string, WantedSplit>();
  /** In the order in which they were first named. */
  readonly #wanted: { readonly kind: 'label' | 'split'; readonly name: string; readonly id: string }[] = [];
  readonly #labelIds: Set<string>;
  /** Names by ids. */
  readonly #splitNames: Map<string, string>;
  /** How many more the version may hold; what was deleted of it counts. */
  readonly #labelsLeft: number;
  readonly #splitsLeft: number;

  constructor(
    version: KnownVersion,
    private readonly jobId: string,
    private readonly open: boolean,
  ) {
    this.#labels = new Map(live(version.labels).map(({ name, id }) => [foldName(name), id]));
    this.#splits = new Map(live(version.splits).map(({ name, id }) => [name, id]));
    this.#labelIds = new Set(this.#labels.values());
    this.#splitNames = new Map([...this.#splits].map(([name, id]) => [id, name]));
    this.#labelsLeft = MOST_LABELS - Object.keys(version.labels).length;
    this.#splitsLeft = MOST_SPLITS - Object.keys(version.splits).length;
  }

  get wantedLabels(): readonly WantedLabel[] {
    return [...this.#wantedLabels.values()];
  }
  get wantedSplits(): readonly WantedSplit[] {
    return [...this.#wantedSplits.values()];
  }

  /** How many names were wanted so far: `forget` takes back those that come after. */
  get wanted(): number {
    return this.#wanted.length;
  }

  forget(after: number): void {
    for (const { kind, name, id } of this.#wanted.splice(after)) {
      const isLabel = kind === 'label';
      (isLabel ? this.#labels : this.#splits).delete(name);
      (isLabel ? this.#labelIds : this.#splitNames).delete(id);
      (isLabel ? this.#wantedLabels : this.#wantedSplits).delete(name);
    }
  }

  readonly hasLabel = (id: string): boolean => this.#labelIds.has(id);
  readonly hasSplit = (id: string): boolean => this.#splitNames.has(id);
  /** Of a split that `hasSplit`. */
  splitName(id: string): string {
    return this.#splitNames.get(id) ?? '';
  }

  /** What the file says of a label; a label that the version has stays as it is. Throws `NameRefused`. */
  declareLabel(label: DeclaredLabel): void {
    const id = this.labelId(label.name);
    const { name, description, color, number, type, parent, attributes } = label;
    if (parent !== undefined) this.labelId(parent);
    if (this.#wantedLabels.has(foldName(name)))
      this.#wantedLabels.set(foldName(name), {
        id,
        name,
        description,
        color,
        number,
        type,
        parent,
        attributes,
      });
  }

  declareSplit({ name, description }: DeclaredSplit): void {
    const id = this.splitId(name);
    if (this.#wantedSplits.has(name)) this.#wantedSplits.set(name, { id, name, description });
  }

  /** The label of a name, wanted when the version has none. Throws `NameRefused`. */
  labelId(name: string): string {
    const folded = foldName(name);
    const known = this.#labels.get(folded);
    if (known !== undefined) return known;
    this.#refuse('label', name, this.#wantedLabels.size >= this.#labelsLeft);
    const id = derivedId(this.jobId, 'label', folded);
    this.#labels.set(folded, id);
    this.#labelIds.add(id);
    this.#wantedLabels.set(folded, { id, name });
    this.#wanted.push({ kind: 'label', name: folded, id });
    return id;
  }

  splitId(name: string): string {
    const known = this.#splits.get(name);
    if (known !== undefined) return known;
    this.#refuse('split', name, this.#wantedSplits.size >= this.#splitsLeft);
    const id = derivedId(this.jobId, 'split', name);
    this.#splits.set(name, id);
    this.#splitNames.set(id, name);
    this.#wantedSplits.set(name, { id, name });
    this.#wanted.push({ kind: 'split', name, id });
    return id;
  }

  #refuse(kind: string, name: string, full: boolean): void {
    if (name === '') throw new NameRefused(`a ${kind} has an empty name`);
    if (isLonger(name, LONGEST_NAME))
      throw new NameRefused(`the name of a ${kind} is longer than ${LONGEST_NAME} characters`);
    if (full) throw new NameRefused(`the version would have too many ${kind}s`);
    if (!this.open) throw new NameRefused(`the version has no ${kind} of that name any more`);
  }
}

const live = <Part extends { readonly deleted: boolean }>(parts: Readonly<Record<string, Part>>) =>
  Object.values(parts).filter(({ deleted }) => !deleted);
