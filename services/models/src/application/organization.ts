import type { Admitted, OrganizationOf, ServiceTools } from '@cairn/kernel';
import { applications } from '../applications.js';
import { model, modelAsset, type ModelState } from '../domain/model/state.js';

/** Applications are the administrators'. */
const NOBODYS = new Set(applications.aggregates.map(({ category }) => category));

/** Whatever is in a model is of its organization: versions, metrics. */
export const modelsOrganization =
  ({ streams }: Pick<ServiceTools, 'streams'>): OrganizationOf =>
  async (decided) => {
    if (NOBODYS.has(decided.category)) return null;
    if (decided.category === model.category)
      return modelAsset.organizationAfter(decided.state as ModelState, decided.events);
    const { state } = await streams.current(model, modelOf(decided));
    return state.status === 'none' ? undefined : state.organization_id;
  };

/** What is in a model says so in its state, or in the event that is decided. */
const modelOf = ({ state, events }: Pick<Admitted, 'state' | 'events'>): string => {
  const { model_id } = state as { readonly model_id?: string };
  return model_id ?? (events[0]?.data as { readonly model_id: string }).model_id;
};
