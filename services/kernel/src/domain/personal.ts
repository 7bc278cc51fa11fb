import type { DomainEvent, EventDefinition } from '@cairn/contracts';
import type { Json } from '../eventlog/port.js';
import type { Vault } from '../vault/port.js';
import { decryptText, encryptText } from '../vault/personal.js';

type Fields = Readonly<Record<string, Json | undefined>>;

/** What an erased person's fields show (decisions, section 7, point 13). */
const ERASED = '';

/**
 * Encrypts the fields of an event that tell of a person, under that person's key (law 8). Data without such fields are
 * given back as they are. Throws `PersonErased`.
 */
export const sealPersonal = async (
  event: DomainEvent,
  definition: EventDefinition,
  vault: Vault,
): Promise<Json> => {
  const data = event.data as Fields;
  const plain = definition.personal.filter((field) => typeof data[field] === 'string');
  if (plain.length === 0) return data;
  const key = await vault.keyFor(subjectOf(data, definition));
  return {
    ...data,
    ...Object.fromEntries(
      plain.map((field) => [field, { encrypted: encryptText(key, data[field] as string) }]),
    ),
  };
};

/** What stands in an event cannot be opened, whatever is tried again: it was not sealed under its subject's key. */
export class PersonalUnreadable extends Error {
  override readonly name = 'PersonalUnreadable';
}

/**
 * Opens what `sealPersonal` closed; an erased person's fields are `''`. Throws `PersonalUnreadable`, and whatever the
 * vault throws: that is not the event's fault.
 */
export const openPersonal = async (data: Json, definition: EventDefinition, vault: Vault): Promise<Json> => {
  const fields = data as Fields;
  const sealed = definition.personal.filter((field) => isEncrypted(fields[field]));
  if (sealed.length === 0) return data;
  const key = await vault.findKey(ofEvent(definition, () => subjectOf(fields, definition)));
  const opened = ofEvent(definition, () =>
    sealed.map((field): readonly [string, string] => [field, openText(fields[field], key)]),
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

/** The plain text of a personal value. */
export const openText = (value: Json | undefined, key: Buffer | undefined): string => {
  if (typeof value === 'string') return value;
  return isEncrypted(value) && key !== undefined ? decryptText(key, value.encrypted) : ERASED;
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
