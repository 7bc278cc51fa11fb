/** What a consumer understands of the data: of each event only the fields that it needs. */
interface Named {
  readonly id: string;
  readonly name: string;
}
interface Annotation {
  readonly id: string;
  readonly label_id: string;
}
interface Version {
  readonly id: string;
  readonly datasetId: string;
  name: string;
  isSeen: boolean;
  isDeleted: boolean;
  readonly labels: Map<string, Part>;
  readonly splits: Map<string, Part>;
}
interface Part {
  name: string;
  isDeleted: boolean;
}
interface Item {
  readonly id: string;
  readonly versionId: string;
  name: string;
  text: string;
  splits: readonly string[];
  isDeleted: boolean;
  readonly annotations: Map<string, Annotation>;
}

/** An event as it was published. `id` is the key of its message. */
export interface Happened {
  readonly type: string;
  readonly id: string;
  readonly data: unknown;
}

export interface ItemSeen extends Named {
  readonly text: string;
  /** Ids. */
  readonly splits: readonly string[];
  /** Ids of the labels of its annotations, sorted; `''` for one without a label. */
  readonly labels: readonly string[];
}
export interface LabelCount {
  readonly split_id: string;
  readonly label_id: string;
  readonly item_count: number;
  readonly annotation_count: number;
}
export interface VersionSeen extends Named {
  readonly items: readonly ItemSeen[];
  readonly label_counts: readonly LabelCount[];
}
export interface DatasetSeen extends Named {
  readonly versions: readonly VersionSeen[];
}

type Handler = (id: string, data: never) => void;

/** Items and label counts of datasets, from their events alone. */
export class DatasetView {
  readonly #datasets = new Map<string, Part>();
  readonly #versions = new Map<string, Version>();
  readonly #items = new Map<string, Item>();

  /** Events of types that are not named here do not matter to this view, and new ones may come at any time. */
  readonly #handlers: Readonly<Record<string, Handler>> = {
    'datasets.dataset.created.v1': (id, { name }: Named) =>
      void this.#datasets.set(id, { name, isDeleted: false }),
    'datasets.dataset.updated.v1': (id, { changes }: { changes: Partial<Named> }) =>
      Object.assign(this.#dataset(id), named(changes)),
    'datasets.dataset.deleted.v1': (id) => void (this.#dataset(id).isDeleted = true),
    'datasets.dataset.restored.v1': (id) => void (this.#dataset(id).isDeleted = false),

    'datasets.version.created.v1': (id, data: VersionCreated) => this.#versionCreated(id, data),
    'datasets.version.completed.v1': (id) => void (this.#version(id).isSeen = true),
    'datasets.version.updated.v1': (id, { changes }: { changes: Partial<Named> }) =>
      Object.assign(this.#version(id), named(changes)),
    'datasets.version.deleted.v1': (id) => void (this.#version(id).isDeleted = true),
    'datasets.version.restored.v1': (id) => void (this.#version(id).isDeleted = false),
    'datasets.label.created.v1': (id, { labels }: { labels: readonly Named[] }) => {
      for (const label of labels) this.#version(id).labels.set(label.id, partOf(label));
    },
    'datasets.label.deleted.v1': (id, label: Named) => hide(this.#version(id).labels, label.id, true),
    'datasets.label.restored.v1': (id, label: Named) => hide(this.#version(id).labels, label.id, false),
    'datasets.split.created.v1': (id, split: Named) =>
      void this.#version(id).splits.set(split.id, partOf(split)),
    'datasets.split.deleted.v1': (id, split: Named) => hide(this.#version(id).splits, split.id, true),
    'datasets.split.restored.v1': (id, split: Named) => hide(this.#version(id).splits, split.id, false),

    'datasets.item.created.v1': (id, data: ItemCreated) => this.#itemCreated(id, data),
    'datasets.item.updated.v1': (id, { changes }: { changes: Partial<Item> }) =>
      Object.assign(this.#item(id), named(changes), 'text' in changes ? { text: changes.text } : {}),
    'datasets.item.file_set.v1': (id, { name }: Named) => void (this.#item(id).name = name),
    'datasets.item.splits_changed.v1': (id, { splits }: { splits: readonly string[] }) =>
      void (this.#item(id).splits = splits),
    'datasets.item.annotated.v1': (id, data: Annotated) => {
      const { annotations } = this.#item(id);
      for (const gone of data.removed) annotations.delete(gone);
      for (const one of [...data.changed, ...data.added]) annotations.set(one.id, one);
    },
    'datasets.item.deleted.v1': (id) => void (this.#item(id).isDeleted = true),
    'datasets.item.restored.v1': (id) => void (this.#item(id).isDeleted = false),
  };

  /** Takes the next event of its key. */
  take({ type, id, data }: Happened): void {
    this.#handlers[type]?.(id, data as never);
  }

  /** Datasets that are there, with everything in them, in the order of their ids. */
  seen(): readonly DatasetSeen[] {
    const byVersion = grouped([...this.#items.values()], ({ versionId }) => versionId);
    const versions = [...this.#versions.values()].filter(({ isSeen, isDeleted }) => isSeen && !isDeleted);
    const byDataset = grouped(versions, ({ datasetId }) => datasetId);
    return sorted(
      [...this.#datasets]
        .filter(([, { isDeleted }]) => !isDeleted)
        .map(([id, { name }]) => ({
          id,
          name,
          versions: sorted(
            (byDataset.get(id) ?? []).map((version) => versionSeen(version, byVersion.get(version.id) ?? [])),
          ),
        })),
    );
  }

  #versionCreated(id: string, data: VersionCreated): void {
    this.#versions.set(id, {
      id,
      datasetId: data.dataset_id,
      name: data.name,
      isSeen: data.complete,
      isDeleted: false,
      labels: new Map(data.labels.map((label) => [label.id, partOf(label)])),
      splits: new Map(data.splits.map((split) => [split.id, partOf(split)])),
    });
  }

  #itemCreated(id: string, data: ItemCreated): void {
    this.#items.set(id, {
      id,
      versionId: data.version_id,
      name: data.name,
      text: data.text,
      splits: data.splits,
      isDeleted: false,
      annotations: new Map(data.annotations.map((annotation) => [annotation.id, annotation])),
    });
  }

  #dataset = (id: string): Part => there(this.#datasets.get(id), id);
  #version = (id: string): Version => there(this.#versions.get(id), id);
  #item = (id: string): Item => there(this.#items.get(id), id);
}

interface VersionCreated extends Named {
  readonly dataset_id: string;
  readonly complete: boolean;
  readonly labels: readonly Named[];
  readonly splits: readonly Named[];
}
interface ItemCreated extends Named {
  readonly version_id: string;
  readonly text: string;
  readonly splits: readonly string[];
  readonly annotations: readonly Annotation[];
}
interface Annotated {
  readonly added: readonly Annotation[];
  readonly changed: readonly Annotation[];
  readonly removed: readonly string[];
}

const partOf = ({ name }: Named): Part => ({ name, isDeleted: false });
const named = ({ name }: Partial<Named>): Partial<Named> => (name === undefined ? {} : { name });

const hide = (parts: Map<string, Part>, id: string, isDeleted: boolean): void => {
  there(parts.get(id), id).isDeleted = isDeleted;
};

/** Events of a key come in order and from the first on, so that what they speak of is there. */
const there = <Thing>(thing: Thing | undefined, id: string): Thing => {
  if (thing === undefined) throw new Error(`${id} changed before it was made`);
  return thing;
};

const grouped = <Thing>(
  things: readonly Thing[],
  key: (thing: Thing) => string,
): ReadonlyMap<string, readonly Thing[]> => {
  const groups = new Map<string, Thing[]>();
  for (const thing of things) {
    const group = groups.get(key(thing)) ?? [];
    groups.set(key(thing), group);
    group.push(thing);
  }
  return groups;
};

const sorted = <Thing extends { readonly id: string }>(things: readonly Thing[]): readonly Thing[] =>
  things.toSorted((one, other) => (one.id < other.id ? -1 : 1));

const live = (parts: ReadonlyMap<string, Part>): readonly string[] =>
  [...parts].filter(([, { isDeleted }]) => !isDeleted).map(([id]) => id);

/** Annotations under deleted labels and deleted splits are hidden, not gone. */
const versionSeen = (version: Version, all: readonly Item[]): VersionSeen => {
  const splits = live(version.splits);
  const labels = live(version.labels);
  const items = sorted(
    all
      .filter(({ isDeleted }) => !isDeleted)
      .map(({ id, name, text, annotations, ...item }) => ({
        id,
        name,
        text,
        splits: item.splits.filter((split) => splits.includes(split)).toSorted(),
        labels: [...annotations.values()]
          .map(({ label_id }) => label_id)
          .filter((label) => label === '' || labels.includes(label))
          .toSorted(),
      })),
  );
  const counts = splits
    .toSorted()
    .flatMap((split) => labels.toSorted().map((label) => countOf(items, split, label)));
  return { id: version.id, name: version.name, items, label_counts: counts };
};

const countOf = (items: readonly ItemSeen[], split: string, label: string): LabelCount => {
  const each = items
    .filter(({ splits }) => splits.includes(split))
    .map(({ labels }) => labels.filter((one) => one === label).length);
  return {
    split_id: split,
    label_id: label,
    item_count: each.filter((count) => count > 0).length,
    annotation_count: each.reduce((sum, count) => sum + count, 0),
  };
};
