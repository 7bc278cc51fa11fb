import { organizationWithin } from '@cairn/assets';
import type { OrganizationOf, ServiceTools } from '@cairn/kernel';
import { applications } from '../applications.js';
import { model, modelAsset } from '../domain/model/state.js';

/** Applications are the administrators'. */
const NOBODYS = new Set(applications.aggregates.map(({ category }) => category));

/** Whatever is in a model is of its organization: versions, metrics. */
export const modelsOrganization = (tools: Pick<ServiceTools, 'streams'>): OrganizationOf => {
  const within = organizationWithin(model, modelAsset, 'model_id')(tools);
  return async (decided) => (NOBODYS.has(decided.category) ? null : within(decided));
};
