import { same } from '@cairn/kernel';
import type { AnnotationRecord } from '@cairn/contracts';
import type { ItemDocument } from '../../read-models/documents.js';
import type { ItemCreatedEvent } from '../../domain/item/item-created-event.js';

/**
 * Whether an item that is there says what the record of a file would make now, whoever made it and when. One that was
 * changed and is as it was again does.
 */
export const saysTheSame = (data: ItemCreatedEvent['data'], item: ItemDocument): boolean =>
  same(
    { ...fieldsOf(data), attributes: data.attributes ?? undefined, sha256: data.file?.sha256 },
    { ...fieldsOf(item), attributes: item.attributes, sha256: item.content_sha256 },
  ) && same(data.annotations.map(saidBy), annotationsOf(item));

type Said = Pick<ItemDocument, 'name' | 'description' | 'text' | 'splits'>;

const fieldsOf = ({ name, description, text, splits }: Said): object => ({
  name,
  description,
  text,
  splits: [...splits].sort(),
});

const annotationsOf = ({ annotations }: ItemDocument): readonly object[] =>
  Object.values(annotations)
    .sort((one, other) => one.order - other.order)
    .map(saidBy);

/** Without its times and its maker. */
const saidBy = (annotation: AnnotationRecord): object => ({
  ...annotation,
  user_id: undefined,
  created_at: undefined,
  updated_at: undefined,
});
