import { modelQueries, type Requester, type RunnableEntity, type StopReason } from '@cairn/contracts';
import { callerFor } from '@cairn/assets';
import { freshId, isRefusal, type Principal, type ServiceTools, timestamp } from '@cairn/kernel';
import { dataset, datasetAsset } from '../../domain/dataset/state.js';
import { readBy, type Reads } from '../../domain/item/processing.js';
import type { PostProcessorValues } from '../../domain/post-processor/rules.js';
import { postProcessors } from '../../post-processors.js';
import { stop } from './next-asked.js';

/** A post-processor that can be asked now. */
export interface Ready {
  readonly state: 'ready';
  readonly settings: PostProcessorValues;
  /** Who saved it, with what they may do now. */
  readonly saver: Principal;
  /** What its model reads; `undefined`: nothing tells. */
  readonly reads: Reads;
}

/** `waiting`: it is disabled, or was just stopped; its jobs wait. `gone`: it was deleted; its jobs end. */
export type Readiness = Ready | { readonly state: 'waiting' } | { readonly state: 'gone' };

/**
 * Whether a post-processor can be asked, by the streams of this moment. One whose saver may not do what it does any more is
 * stopped (SPEC-24 and SPEC-35). Throws `CalledServiceUnavailable` when models cannot be asked.
 */
export const readiness = async (tools: ServiceTools, id: string): Promise<Readiness> => {
  const { state } = await tools.streams.current(postProcessors.aggregate, id);
  if (state.status !== 'live') return { state: 'gone' };
  if (!state.values.enabled) return { state: 'waiting' };
  const found = await ready(tools, state.values);
  if (typeof found !== 'string') return found;
  await stop(tools, id, found, { id: freshId() });
  return { state: 'waiting' };
};

const ready = async (tools: ServiceTools, settings: PostProcessorValues): Promise<Ready | StopReason> => {
  if (settings.external_provider !== '') return 'provider_not_served';
  const requester = { kind: 'user', user_id: settings.user_id } as const;
  const saver = await tools.requesters.principalOf(requester);
  if (saver === undefined) return 'saver_unavailable';
  if (!(await mayWrite(tools, saver, settings.dataset_id))) return 'entity_unavailable';
  const model = await modelOf(tools, settings, requester);
  return typeof model === 'string' ? model : { state: 'ready', settings, saver, reads: readBy(model) };
};

const modelOf = async (
  { services }: ServiceTools,
  { model_id: id, model_version }: PostProcessorValues,
  onBehalfOf: Requester,
): Promise<RunnableEntity | StopReason> => {
  const entity = { id, ...(model_version === '' ? {} : { version_id: model_version }) };
  const found = await services.models.query(modelQueries.runnable, { entities: [entity] }, { onBehalfOf });
  if (isRefusal(found)) return 'saver_unavailable';
  const [model] = found;
  return model === undefined || model.status === 'unusable' ? 'entity_unavailable' : model;
};

/** What the model of a post-processor reads now. Throws `CalledServiceUnavailable` when models cannot be asked. */
export const readsNow = async (tools: ServiceTools, settings: PostProcessorValues): Promise<Reads> => {
  const model = await modelOf(tools, settings, { kind: 'user', user_id: settings.user_id });
  return typeof model === 'string' ? undefined : readBy(model);
};

/** A dataset that is gone takes its items with it: their jobs say so. */
const mayWrite = async (tools: ServiceTools, saver: Principal, datasetId: string): Promise<boolean> => {
  const { state } = await tools.streams.current(dataset, datasetId);
  const at = timestamp(tools.clock.now());
  const caller = await callerFor({ principal: saver, at, tools }, state);
  const refused = datasetAsset.mayAccess(caller, state, 'write');
  return state.status !== 'live' || !isRefusal(refused);
};
