import type { Admission, Admitted, ServiceTools } from '@cairn/kernel';
import { AccountRoom } from '../../read-models/usage/account-room.js';
import type { DatasetState } from '../dataset/state.js';
import { dataset } from '../dataset/state.js';
import { datasetJob } from '../job/state.js';
import { type ChargedEvent, chargeOfAll } from './charge.js';
import { goesOn } from './going-on.js';

/** Refuses what the account of the dataset’s owner has no room for; what goes on whatever is stored is admitted. */
export const datasetsAdmission = (tools: Pick<ServiceTools, 'documents' | 'quotas'>): Admission => {
  const room = new AccountRoom(tools.documents, tools.quotas);
  return async (decided) => {
    const events = chargedOf(decided);
    if (events.every(goesOn)) return undefined;
    const charge = chargeOfAll(events);
    const { refusal } =
      decided.category === dataset.category
        ? await room.ofAccount(ownerOf(decided), charge)
        : await room.inDataset(datasetOf(decided), charge);
    return refusal;
  };
};

/** Of a job only that it was asked for. */
const chargedOf = ({ category, events }: Admitted): readonly ChargedEvent[] =>
  (category === datasetJob.category
    ? events.filter(({ type }) => type === 'DatasetJobRequested')
    : events) as readonly ChargedEvent[];

/** Of a dataset that is there, or is made by this. */
const ownerOf = ({ state, events }: Admitted): string => {
  const found = state as DatasetState;
  return found.status === 'none' ? (events[0]?.data as { readonly user_id: string }).user_id : found.user_id;
};

/** What is in a dataset says so in its state, or in the event that makes it. */
const datasetOf = ({ state, events }: Admitted): string => {
  const { dataset_id } = state as { readonly dataset_id?: string };
  return dataset_id ?? (events[0]?.data as { readonly dataset_id: string }).dataset_id;
};
