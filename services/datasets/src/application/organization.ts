import type { Admitted, OrganizationOf, ServiceTools } from '@cairn/kernel';
import { dataset, datasetAsset, type DatasetState } from '../domain/dataset/state.js';

/** Whatever is in a dataset is of its organization: versions, items, jobs. */
export const datasetsOrganization =
  ({ streams }: Pick<ServiceTools, 'streams'>): OrganizationOf =>
  async (decided) => {
    if (decided.category === dataset.category)
      return datasetAsset.organizationAfter(decided.state as DatasetState, decided.events);
    const { state } = await streams.current(dataset, datasetOf(decided));
    return state.status === 'none' ? undefined : state.organization_id;
  };

/** What is in a dataset says so in its state, or in the event that makes it. */
export const datasetOf = ({ state, events }: Pick<Admitted, 'state' | 'events'>): string => {
  const { dataset_id } = state as { readonly dataset_id?: string };
  return dataset_id ?? (events[0]?.data as { readonly dataset_id: string }).dataset_id;
};
