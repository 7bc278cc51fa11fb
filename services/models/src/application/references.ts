import { datasetQueries, type NamedInDatasets } from '@cairn/contracts';
import { type CommandContext, isRefusal, type Refusal, refuse, requesterOf } from '@cairn/kernel';
import { applications } from '../applications.js';
import type { NamedDataset } from '../domain/version/state.js';

/** Why a model, or a version of one, cannot be of an application; an empty id is none. */
export const applicationRefusal = async (
  { load }: Pick<CommandContext, 'load'>,
  id: string | undefined,
): Promise<Refusal | undefined> => {
  if (id === undefined || id === '') return undefined;
  const state = await load(applications.aggregate, id);
  if (state.status === 'live' && !state.values.disabled) return undefined;
  const message = 'names no application that there is';
  return refuse('application_unavailable', `application_id ${message}.`, [
    { pointer: '/application_id', code: 'application_unavailable', message },
  ]);
};

const NO_DATASET: NamedDataset = {
  ...{ dataset_id: '', dataset_version_id: '' },
  ...{ dataset_position: '', dataset_as_of: '' },
};

interface Wanted {
  readonly dataset_id?: string | undefined;
  readonly dataset_version_id?: string | undefined;
}

/**
 * What a body makes of the dataset that is named: a version names its dataset too, another dataset takes the version
 * along, and an empty id takes away. What is named anew must be readable for who asks.
 */
export const namedDataset = async (
  context: Pick<CommandContext, 'tools' | 'principal'>,
  body: Wanted,
  current: NamedDataset = NO_DATASET,
): Promise<NamedDataset | Refusal> => {
  const asked = wantedOf(body, current);
  if (isNamedBy(current, asked)) return current;
  if (isNamedBy(NO_DATASET, asked)) return NO_DATASET;
  const found = await context.tools.services.datasets.query(datasetQueries.referred, withoutEmpty(asked), {
    onBehalfOf: requesterOf(context.principal),
  });
  if (isRefusal(found)) return found.refused === 'requester_unavailable' ? found : unavailable('/dataset_id');
  const { dataset_id, version_id = '', position, at } = found;
  return { dataset_id, dataset_version_id: version_id, dataset_position: position, dataset_as_of: at };
};

interface Asked {
  readonly dataset_id: string;
  readonly version_id: string;
}

const isNamedBy = (named: NamedDataset, { dataset_id, version_id }: Asked): boolean =>
  named.dataset_id === dataset_id && named.dataset_version_id === version_id;

const wantedOf = ({ dataset_id, dataset_version_id }: Wanted, current: NamedDataset): Asked => {
  const isOther = dataset_id !== undefined && dataset_id !== current.dataset_id;
  const version_id = dataset_version_id ?? (isOther ? '' : current.dataset_version_id);
  // A version that is named anew, alone, says of which dataset it is.
  const isNew = version_id !== '' && version_id !== current.dataset_version_id;
  return { dataset_id: dataset_id ?? (isNew ? '' : current.dataset_id), version_id };
};

const withoutEmpty = (asked: Asked): Partial<Asked> =>
  Object.fromEntries(Object.entries(asked).filter(([, id]) => id !== ''));

const unavailable = (...pointers: readonly string[]): Refusal =>
  refuse(
    'dataset_unavailable',
    'A dataset, or what is named in one, is none that you may use.',
    pointers.map((pointer) => ({
      pointer,
      code: 'dataset_unavailable',
      message: 'is none that you may use',
    })),
  );

/** What a body names of datasets by an id alone, and where it does. */
export interface NamedId {
  readonly of: keyof NamedInDatasets;
  readonly id: string | undefined;
  readonly pointer: string;
}

const MOST_TOLD = 100;

/** Why a body names what who asks may not read; an empty id names nothing. */
export const unreadableRefusal = async (
  { tools, principal }: Pick<CommandContext, 'tools' | 'principal'>,
  all: readonly NamedId[],
): Promise<Refusal | undefined> => {
  const named = all.filter(({ id = '' }) => id !== '');
  if (named.length === 0) return undefined;
  const idsOf = (of: NamedId['of']) => [
    ...new Set(named.filter((each) => each.of === of).map(({ id = '' }) => id)),
  ];
  const asked = {
    dataset_ids: idsOf('dataset_ids'),
    version_ids: idsOf('version_ids'),
    item_ids: idsOf('item_ids'),
  };
  const found = await tools.services.datasets.query(datasetQueries.unreadable, asked, {
    onBehalfOf: requesterOf(principal),
  });
  if (isRefusal(found)) return found;
  const pointers = named.filter(({ id = '' }) => found.ids.includes(id)).map(({ pointer }) => pointer);
  return pointers.length === 0 ? undefined : unavailable(...pointers.slice(0, MOST_TOLD));
};

/** The item of a dataset that an inference is of. */
export const itemNamedBy = ({
  dataset_item_id: id,
}: {
  readonly dataset_item_id?: string;
}): readonly NamedId[] => [{ of: 'item_ids', id, pointer: '/dataset_item_id' }];
