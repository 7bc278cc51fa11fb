import type { ItemDifference } from '@cairn/contracts';
import type { Refusal, ServiceTools } from '@cairn/kernel';
import { readImported } from '../../application/item/take-imported.js';
import { annotationsRefused, type AnnotationRules } from '../../domain/item/annotations.js';
import type { ItemCreatedEvent } from '../../domain/item/item-created-event.js';
import { leftOf, takenOver, type ToldOfItem } from '../../domain/item/imported.js';
import { annotationsOf, datasetItem } from '../../domain/item/state.js';
import type { ImportRecord } from '../../formats/index.js';
import type { ItemDocument } from '../../read-models/documents.js';
import { ITEMS } from '../../read-models/items/project.js';

/** The items that are there, by id; deleted ones too. */
export const itemsOf = async (
  ids: readonly string[],
  { documents }: Pick<ServiceTools, 'documents'>,
): Promise<ReadonlyMap<string, ItemDocument>> => {
  if (ids.length === 0) return new Map();
  const items = (await documents.getMany(ITEMS, ids)) as readonly ItemDocument[];
  return new Map(items.map((item) => [item.id, item]));
};

/** Whether anything is there that a record could be known as. */
export const hasItems = async (
  versionId: string,
  { documents }: Pick<ServiceTools, 'documents'>,
): Promise<boolean> => {
  const filter = { fields: { version_id: versionId } };
  return (await documents.find(ITEMS, { filter, sort: 'id', limit: 1 })).length > 0;
};

/** What a record says of the item that it would make. */
export const toldOf = ({ data }: ItemCreatedEvent, { exact }: Pick<ImportRecord, 'exact'>): ToldOfItem => ({
  attributes: data.attributes ?? {},
  annotations: data.annotations,
  exact: exact === true,
});

/** What taking a record over would do to an item. */
export interface Taking {
  readonly changed: boolean;
  /** Whether other annotations would stand on it. */
  readonly annotates: boolean;
  readonly left: readonly ItemDifference[];
}

/** Looks what `takeImported` would do, with labels that are not made yet. */
export const takingOf = async (
  id: string,
  told: ToldOfItem,
  rules: AnnotationRules,
  tools: Pick<ServiceTools, 'log' | 'streams'>,
): Promise<Taking | Refusal> => {
  const { state } = await tools.streams.current(datasetItem, id);
  if (state.status !== 'live') return { changed: false, annotates: false, left: [] };
  const content = takenOver(state, await readImported(tools, id), told);
  const after = { ...state, ...content };
  const annotations = annotationsOf(after);
  const refused = annotationsRefused(
    { text: state.text, hasFile: state.file !== null, annotations },
    content.annotations === undefined ? [] : told.annotations,
    rules,
  );
  if (refused !== undefined) return refused;
  return {
    changed: Object.keys(content).length > 0,
    annotates: content.annotations !== undefined,
    left: leftOf(after, told),
  };
};
