import type { Client } from '@cairn/client';
import type { DatasetItem, LabelStat } from '@cairn/contracts';
import type { DatasetSeen, ItemSeen, LabelCount, VersionSeen } from './dataset-view.js';

/** More than a list here has. */
const ALL = { limit: 1_000 };

/** Every dataset of a person as the REST API lists it, in the shape that the sample consumer prints. */
export const asRestSays = async (client: Client): Promise<readonly DatasetSeen[]> => {
  const { body } = await client.call('listDatasets', { query: ALL });
  return sorted(
    await Promise.all(
      body.map(async ({ id, name }) => ({ id, name, versions: await versionsOf(client, id) })),
    ),
  );
};

const versionsOf = async (client: Client, dataset_id: string): Promise<readonly VersionSeen[]> => {
  const { body } = await client.call('listDatasetVersions', { params: { dataset_id }, query: ALL });
  return sorted(
    await Promise.all(
      body.map(async ({ id, name }) => {
        const params = { dataset_id, version_id: id };
        return {
          id,
          name,
          items: await itemsOf(client, params),
          label_counts: await countsOf(client, params),
        };
      }),
    ),
  );
};

interface Params {
  readonly dataset_id: string;
  readonly version_id: string;
}

const itemsOf = async (client: Client, params: Params): Promise<readonly ItemSeen[]> => {
  const { body, headers } = await client.call('listDatasetItems', { params, query: ALL });
  if (headers.get('x-total-count') !== String(body.length))
    throw new Error('there are more items than a page');
  return sorted(body.map(itemSeen));
};

const itemSeen = ({ id, name, text, splits, annotations }: DatasetItem): ItemSeen => ({
  id,
  name,
  text,
  splits: splits.map((split) => split.id).toSorted(),
  labels: annotations.map(({ label_id }) => label_id).toSorted(),
});

const countsOf = async (client: Client, params: Params): Promise<readonly LabelCount[]> => {
  const { body } = await client.call('listDatasetSplits', { params, query: ALL });
  const each = await Promise.all(
    body.map(({ id }) => client.call('listLabelStats', { params: { ...params, split_id: id }, query: ALL })),
  );
  const place = ({ split_id, label_id }: LabelCount): string => split_id + label_id;
  return each
    .flatMap((stats) => stats.body.map(countSeen))
    .toSorted((one, other) => (place(one) < place(other) ? -1 : 1));
};

const countSeen = ({ split_id, label_id, item_count, annotation_count }: LabelStat): LabelCount => ({
  split_id,
  label_id,
  item_count,
  annotation_count,
});

const sorted = <Thing extends { readonly id: string }>(things: readonly Thing[]): readonly Thing[] =>
  things.toSorted((one, other) => (one.id < other.id ? -1 : 1));
