import {
  type AnswerOf,
  datasetQueries,
  type DatasetVersion,
  modelQueries,
  type ModelVersion,
  MOST_ENTITIES,
} from '@cairn/contracts';
import type { Call } from '../../call/call.js';

/** What a node of a workflow names: a model, a dataset, or, with an empty id, nothing. */
export interface NamesEntity {
  readonly id: string;
  readonly entity_type: string;
  readonly entity_id: string;
}

/** What a node is shown with of what it names (specification, *WorkflowNode*, read-through fields). */
export interface EntityFields {
  readonly entity_name?: string;
  readonly entity_description?: string;
  /** Path of the logo, or empty. */
  readonly entity_logo?: string;
  readonly has_direct_access?: boolean;
  readonly model_kind?: string;
  readonly model_application_id?: string;
  /** Empty while it has no version. */
  readonly active_version_id?: string;
  /** The newest 20, the newest first, where the caller has no direct access. */
  readonly model_versions?: readonly ModelVersion[];
  readonly dataset_versions?: readonly DatasetVersion[];
}

type ShownModel = AnswerOf<typeof modelQueries.shown>[number];
type ShownDataset = AnswerOf<typeof datasetQueries.shown>[number];
type Shown = ReadonlyMap<string, EntityFields>;

const fieldsOf = (shown: ShownModel | ShownDataset): EntityFields => ({
  entity_name: shown.name,
  entity_description: shown.description,
  entity_logo: shown.logo,
  has_direct_access: shown.has_direct_access,
  active_version_id: shown.active_version_id,
});

const modelFields = ({ versions, ...shown }: ShownModel): EntityFields => ({
  ...fieldsOf(shown),
  model_kind: shown.kind,
  model_application_id: shown.application_id,
  ...(versions === undefined ? {} : { model_versions: versions }),
});

const datasetFields = ({ versions, ...shown }: ShownDataset): EntityFields => ({
  ...fieldsOf(shown),
  ...(versions === undefined ? {} : { dataset_versions: versions }),
});

/** What is shown of those of one type that nodes name, by their ids: each is asked for once. */
const shownOf = async <One extends { readonly id: string }>(
  nodes: readonly NamesEntity[],
  type: string,
  ask: (ids: string[]) => Promise<readonly One[]>,
  fields: (shown: One) => EntityFields,
): Promise<Shown> => {
  const named = nodes.filter(({ entity_type, entity_id }) => entity_type === type && entity_id !== '');
  const ids = [...new Set(named.map(({ entity_id }) => entity_id))];
  const shown = new Map<string, EntityFields>();
  for (let from = 0; from < ids.length; from += MOST_ENTITIES)
    for (const one of await ask(ids.slice(from, from + MOST_ENTITIES))) shown.set(one.id, fields(one));
  return shown;
};

/** Nothing tells whether what the caller may not read is there (S5). */
const UNKNOWN: EntityFields = { has_direct_access: false };

/**
 * Nodes with what the caller may read today of what they name, whatever moment is read; of all else they say that there is
 * no direct access. A node that names nothing is as it was.
 */
export const withEntities = async <Node extends NamesEntity>(
  call: Pick<Call, 'ask'>,
  nodes: readonly Node[],
): Promise<(Node & EntityFields)[]> => {
  const [models, datasets] = await Promise.all([
    shownOf(nodes, 'model', (ids) => call.ask(modelQueries.shown, { ids }), modelFields),
    shownOf(nodes, 'dataset', (ids) => call.ask(datasetQueries.shown, { ids }), datasetFields),
  ]);
  const byType = new Map([
    ['model', models],
    ['dataset', datasets],
  ]);
  return nodes.map((node) => {
    const shown = node.entity_id === '' ? undefined : byType.get(node.entity_type);
    return shown === undefined ? node : { ...node, ...(shown.get(node.entity_id) ?? UNKNOWN) };
  });
};
