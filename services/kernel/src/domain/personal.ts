import type { DomainEvent, EventDefinition } from '@cairn/contracts';
import type { Json } from '../base/json-value.js';
import type { StreamName } from '../base/position.js';
import type { Vault } from '../vault/port.js';
import { decryptText, encryptText, type PersonalPlace } from '../vault/personal.js';

type Fields = Readonly<Record<string, Json | undefined>>;

/** What an erased person's fields show (SPEC-13). */
const ERASED = '';

/**
 * Encrypts the fields of an event that tell of a person, under that person's key and for their place in the stream
 * (law 8). Data without such fields are given back as they are. A field that is encrypted already was taken from the
 * folded state of the same stream: it stays. Throws `PersonErased`; a text that would not open at its new place is a bug
 * of the command, which is thrown before the log has it.
 */
export const sealPersonal = async (
  event: DomainEvent,
  definition: EventDefinition,
  stream: StreamName,
  vault: Vault,
): Promise<Json> => {
  const data = event.data as Fields;
  if (definition.personal.every((field) => data[field] === undefined)) return data;
  const person = subjectOf(data, definition);
  const placeOf = placesOf(person, stream);
  await refuseMoved(data, definition, placeOf, vault);
  const plain = definition.personal.filter((field) => typeof data[field] === 'string');
  if (plain.length === 0) return data;
  const key = await vault.keyFor(person);
  const sealed = plain.map((field): readonly [string, Json] => [
    field,
    { encrypted: encryptText(key, data[field] as string, placeOf(field)) },
  ]);
  return { ...data, ...Object.fromEntries(sealed) };
};

type PlaceOf = (field: string) => PersonalPlace;

const placesOf =
  (person: string, stream: StreamName): PlaceOf =>
  (field) => ({ person, stream, field });

/** What was copied opens where it is put, unless its person is erased. */
const refuseMoved = async (
  data: Fields,
  definition: EventDefinition,
  placeOf: PlaceOf,
  vault: Vault,
): Promise<void> => {
  const copied = definition.personal.filter((field) => isEncrypted(data[field]));
  const key = copied.length === 0 ? undefined : await vault.findKey(placeOf('').person);
  for (const field of copied) openText(data[field], key, placeOf(field));
};

/** What stands in an event cannot be opened, whatever is tried again: it was not sealed under its subject's key. */
export class PersonalUnreadable extends Error {
  override readonly name = 'PersonalUnreadable';
}

/**
 * Opens what `sealPersonal` closed; an erased person's fields are `''`. Throws `PersonalUnreadable`, and whatever the
 * vault throws: that is not the event's fault.
 */
export const openPersonal = async (
  data: Json,
  definition: EventDefinition,
  stream: StreamName,
  vault: Vault,
): Promise<Json> => {
  const fields = data as Fields;
  const sealed = definition.personal.filter((field) => isEncrypted(fields[field]));
  if (sealed.length === 0) return data;
  const person = ofEvent(definition, () => subjectOf(fields, definition));
  const key = await vault.findKey(person);
  const placeOf = placesOf(person, stream);
  const opened = ofEvent(definition, () =>
    sealed.map((field): readonly [string, string] => [field, openText(fields[field], key, placeOf(field))]),
  );
  return { ...fields, ...Object.fromEntries(opened) };
};

const ofEvent = <Result>({ name }: EventDefinition, open: () => Result): Result => {
  try {
    return open();
  } catch (error) {
    throw new PersonalUnreadable(`${name}: its personal fields cannot be opened: ${String(error)}`, {
      cause: error,
    });
  }
};

/**
 * The plain text of a personal value that stands at a place; `''` when its person's key is gone. Whoever puts it elsewhere
 * (another stream, another field) puts this text there, and it is sealed anew. Throws `SealBroken`.
 */
export const openText = (value: Json | undefined, key: Buffer | undefined, place: PersonalPlace): string => {
  if (typeof value === 'string') return value;
  return isEncrypted(value) && key !== undefined ? decryptText(key, value.encrypted, place) : ERASED;
};

const isEncrypted = (value: Json | undefined): value is { encrypted: string } =>
  typeof value === 'object' &&
  value !== null &&
  'encrypted' in value &&
  typeof value['encrypted'] === 'string';

const subjectOf = (data: Fields, definition: EventDefinition): string => {
  const subject = definition.subject === undefined ? undefined : data[definition.subject];
  if (typeof subject !== 'string')
    throw new Error(`${definition.name} has personal fields and names no subject`);
  return subject;
};
