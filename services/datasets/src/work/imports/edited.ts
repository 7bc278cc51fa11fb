import type { ItemDifference, JsonObject } from '@cairn/contracts';
import { same } from '@cairn/kernel';
import type { ItemCreatedEvent } from '../../domain/item/item-created-event.js';
import { leftOf, type ToldOfItem } from '../../domain/item/imported.js';
import type { ItemDocument } from '../../read-models/documents.js';

/** What the header of an image tells. */
const OF_HEADERS = ['width', 'height'] as const;

/**
 * In what an item that is there is not as the record of a file says, whoever made it and when. One that was changed and is
 * as it was again is. What the record does not say does not differ, nor what only the header of its file tells, where that
 * was not looked at.
 */
export const differencesOf = (
  { data }: ItemCreatedEvent,
  told: ToldOfItem,
  item: ItemDocument,
  isHeaderRead = true,
): readonly ItemDifference[] => {
  const [made, there] = [partsOf(data, data.file?.sha256), partsOf(item, item.content_sha256)];
  const parts = Object.keys(made) as (keyof typeof made)[];
  const attributes = item.attributes ?? {};
  return [
    ...parts.filter((part) => !same(made[part], there[part])),
    ...leftOf(
      {
        annotations: Object.fromEntries(Object.entries(item.annotations).map(untimed)),
        attributes: isHeaderRead ? attributes : withoutHeader(attributes, told.attributes),
      },
      told,
    ),
  ];
};

type Parts = Pick<ItemDocument, 'name' | 'description' | 'text' | 'splits'>;

const partsOf = ({ name, description, text, splits }: Parts, file: string | undefined) => ({
  name,
  description,
  text,
  file,
  splits: [...splits].sort(),
});

/** An annotation as its item's stream has it. */
const untimed = ([id, annotation]: [string, ItemDocument['annotations'][string]]) => {
  const { updated_at: _, ...record } = annotation;
  return [id, record] as const;
};

const withoutHeader = (there: JsonObject, told: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(there).filter(
      ([name]) => Object.hasOwn(told, name) || !OF_HEADERS.some((header) => header === name),
    ),
  );
