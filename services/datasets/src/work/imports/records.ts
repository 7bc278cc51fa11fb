import type { ImportRecordError } from '@cairn/contracts';
import { isRefusal, plainName } from '@cairn/kernel';
import { itemCreated, type ItemSurroundings, surroundings } from '../../domain/item/item-created.js';
import type { Parents } from '../../domain/version/parents.js';
import type { ImportRecord, Where } from '../../formats/index.js';
import type { ItemCreatedEvent } from '../../domain/item/item-created-event.js';
import { draftOf, fileNameOf, RecordRefused, type StoredFile } from './drafts.js';
import { itemId } from './item-ids.js';
import { NameRefused, type Names } from './names.js';
import type { Ordinals } from './ordinals.js';

/** What an item is made with. */
export interface ItemMapping {
  readonly versionId: string;
  readonly userId: string;
  readonly names: Names;
  readonly around: ItemSurroundings;
  readonly ordinals: Ordinals;
}

/** The version as records see it: with the labels and splits that they bring. */
export const itemMappingOf = (
  parents: Parents,
  userId: string,
  names: Names,
  ordinals: Ordinals,
): ItemMapping => ({
  versionId: parents.version.id,
  userId,
  names,
  ordinals,
  around: { ...surroundings(parents), hasLabel: names.hasLabel, hasSplit: names.hasSplit },
});

/** The id of the record's item. Each record of the file asks once, in order, for equals are counted. */
export const idOfRecord = (
  record: ImportRecord,
  file: StoredFile | undefined,
  mapping: ItemMapping,
): string =>
  itemId(
    mapping.versionId,
    {
      text: record.text ?? '',
      sha256: file?.record.sha256 ?? '',
      fileName: record.name ?? fileNameOf(record),
      splits: splitsOf(record, mapping),
    },
    mapping.ordinals,
  );

/** The names of the splits that its item is made in. */
const splitsOf = ({ splits }: ImportRecord, { names, around }: ItemMapping): readonly string[] => {
  if (splits !== undefined) return splits.filter((name) => plainName(name) !== '');
  return around.default_split === '' ? [] : [names.splitName(around.default_split)];
};

/** The event that makes the item of a record, or what is wrong with the record. */
export const eventOfRecord = (
  record: ImportRecord,
  id: string,
  file: StoredFile | undefined,
  { names, around, userId }: ItemMapping,
): ItemCreatedEvent | ImportRecordError =>
  attempted(record.where, () => {
    const event = itemCreated(draftOf(record, { id, userId, file }, names), around);
    return isRefusal(event) ? errorAt(record.where, event.refused, event.detail) : event;
  });

/** Runs what may refuse a record. */
export const attempted = <Result>(where: Where, run: () => Result): Result | ImportRecordError => {
  try {
    return run();
  } catch (error) {
    return refusedError(where, error);
  }
};

/** As an error of the record; what is no refusal is thrown on. */
export const refusedError = (where: Where, error: unknown): ImportRecordError => {
  if (error instanceof NameRefused || error instanceof RecordRefused)
    return errorAt(where, 'record_invalid', error.message);
  throw error;
};

export const errorAt = ({ file, line }: Where, code: string, message: string): ImportRecordError => ({
  file,
  ...(line === undefined ? {} : { line }),
  code,
  message,
});

/** Whether something is an error and no event. */
export const isError = (made: object): made is ImportRecordError => 'message' in made;
