import { datasetQueries } from '@cairn/contracts';
import { type CommandContext, isRefusal, type Refusal, refuse, requesterOf } from '@cairn/kernel';
import { applications } from '../applications.js';

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

/** A dataset that a version names, one of its versions, and when that was; all empty for none. */
export interface NamedDataset {
  readonly dataset_id: string;
  readonly dataset_version_id: string;
  readonly dataset_position: string;
  readonly dataset_as_of: string;
}

export const NO_DATASET: NamedDataset = {
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
  if (isRefusal(found)) return found.refused === 'requester_unavailable' ? found : unavailable();
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

const unavailable = (): Refusal =>
  refuse('dataset_unavailable', 'The dataset or its version is none that you may use.', [
    { pointer: '/dataset_id', code: 'dataset_unavailable', message: 'is none that you may use' },
  ]);
