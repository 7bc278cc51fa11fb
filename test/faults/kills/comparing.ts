import type { Client } from '@cairn/client';
import type { Intent, Known } from './ledger.js';
import type { Scene } from './scene.js';

/** Everything that a person has, as the lists answer it. */
interface Seen {
  readonly datasets: readonly Named[];
  readonly items: readonly Item[];
  readonly annotations: readonly Named[];
  readonly inferences: readonly Named[];
  /** Of the dataset that is renamed: the descriptions it was given, in order. */
  readonly renames: readonly string[];
}
interface Named {
  readonly id: string;
  readonly name: string;
}
interface Item extends Named {
  readonly annotations: readonly Named[];
}

/** Whether what is there is what the ledger allows; one sentence for each difference. */
export const differences = async (client: Client, scene: Scene, known: Known): Promise<readonly string[]> => {
  const found: string[] = [];
  const seen = await look(client, scene, found);
  const effects = effectsIn(seen);
  for (const intent of known.intents) found.push(...wrongEffect(intent, effects, known));
  const intended = new Set(known.intents.map(({ marker }) => marker));
  for (const marker of effects.keys()) if (!intended.has(marker)) found.push(`${marker} was never asked for`);
  found.push(...(await wrongCounts(client, scene, seen)));
  return found;
};

const wrongEffect = (
  { marker, kind }: Intent,
  effects: ReadonlyMap<string, readonly string[]>,
  { acks }: Known,
): readonly string[] => {
  const there = effects.get(marker) ?? [];
  const ack = acks.get(marker);
  if (there.length > 1) return [`the ${kind} ${marker} is there ${there.length} times`];
  if (ack !== undefined && there.length === 0) return [`the ${kind} ${marker} was acknowledged and is lost`];
  if (ack !== undefined && there[0] !== ack)
    return [`the ${kind} ${marker} has another id than was answered`];
  return [];
};

/** Ids of the effects by marker. */
const effectsIn = ({ datasets, items, annotations, inferences, renames }: Seen): Map<string, string[]> => {
  const effects = new Map<string, string[]>();
  const add = (marker: string, id: string): void => {
    if (MARKER.test(marker)) effects.set(marker, [...(effects.get(marker) ?? []), id]);
  };
  const shared = datasets.find(({ name }) => name === 'shared')?.id ?? '';
  for (const { name, id } of [...datasets, ...items, ...annotations, ...inferences]) add(name, id);
  for (const marker of renames) add(marker, shared);
  return effects;
};
const MARKER = /^w[0-9a-f]{32}$/;

const look = async (client: Client, scene: Scene, found: string[]): Promise<Seen> => {
  const within = { dataset_id: scene.dataset, version_id: scene.version };
  const datasets = await whole(client.pages('listDatasets'), 'datasets', found);
  const items = await whole(client.pages('listDatasetItems', { params: within }), 'items', found);
  const inferences = await whole(client.pages('listInferences'), 'inferences', found);
  const changes = await whole(
    client.pages('listDatasetHistory', { params: { id: scene.dataset } }),
    'history',
    found,
  );
  found.push(...gaps('the dataset', changes));
  for (const id of scene.items) {
    const params = { ...within, id };
    const history = await whole(client.pages('listDatasetItemHistory', { params }), 'history', found);
    found.push(...gaps(`item ${id}`, history));
  }
  const renames = changes
    .slice(1)
    .flatMap((entry) => entry.changes.filter(({ path }) => path === '/description'))
    .map(({ after }) => String(after));
  return {
    datasets,
    items,
    annotations: items.flatMap(({ annotations }) => annotations),
    inferences,
    renames,
  };
};

/** All pages of a list; what its header counts must be what comes. */
const whole = async <Element>(
  pages: AsyncGenerator<{ readonly body: readonly Element[]; readonly headers: Headers }, void>,
  name: string,
  found: string[],
): Promise<readonly Element[]> => {
  const all: Element[] = [];
  let total = '';
  for await (const page of pages) {
    all.push(...page.body);
    total = page.headers.get('x-total-count') ?? '';
  }
  if (total !== String(all.length)) found.push(`${name}: ${all.length} are listed, ${total} counted`);
  return all;
};

const gaps = (what: string, history: readonly { readonly revision: number }[]): readonly string[] =>
  history.every(({ revision }, index) => revision === index)
    ? []
    : [`the revisions of ${what} are ${history.map(({ revision }) => revision).join(', ')}`];

const wrongCounts = async (client: Client, scene: Scene, seen: Seen): Promise<readonly string[]> => {
  const params = { dataset_id: scene.dataset, version_id: scene.version, split_id: scene.split };
  const labels = await client.call('listLabelStats', { params });
  const { body: split } = await client.call('getSplitStats', { params });
  const annotated = seen.items.filter(({ annotations }) => annotations.length > 0).length;
  const expected = [
    ['items of the split', seen.items.length, split.item_count],
    ['annotations of the split', seen.annotations.length, split.annotation_count],
    ['items with the label', annotated, labels.body[0]?.item_count],
    ['annotations with the label', seen.annotations.length, labels.body[0]?.annotation_count],
  ] as const;
  return expected.flatMap(([name, there, counted]) =>
    there === counted ? [] : [`${name}: ${there} are there, ${String(counted)} counted`],
  );
};
