import { withoutAbsent } from '@cairn/assets';
import { KeyRef } from '@cairn/contracts';
import { isRefusal, type Refusal, refuse } from '@cairn/kernel';

/** What of the settings of a provider others must know: the secret that they name, and where it goes. */
export interface ExternalConfig {
  /** `me/<name>` or `org/<name>`. */
  readonly keyRef?: string;
  /** The host of `base_url`, with its port where it says one. */
  readonly host?: string;
}

const KEY_REF = new RegExp(KeyRef.pattern ?? '', 'u');

const refused = (field: string, message: string): Refusal =>
  refuse('invalid_body', `external_config${field.replace('/', ' ')} ${message}.`, [
    { pointer: `/external_config${field}`, code: 'invalid', message },
  ]);

/** Reads the settings of a provider, a text of JSON; refuses what is no object, no address, no reference. */
export const externalConfig = (text: string): ExternalConfig | Refusal => {
  const told = text === '' ? {} : (JSON.parse(text) as unknown);
  if (typeof told !== 'object' || told === null || Array.isArray(told))
    return refused('', 'is no JSON object');
  const { key_ref, base_url } = told as Readonly<Record<string, unknown>>;
  const keyRef = keyRefOf(key_ref);
  const host = hostOf(base_url);
  if (isRefusal(keyRef)) return keyRef;
  if (isRefusal(host)) return host;
  return withoutAbsent({ keyRef, host });
};

const keyRefOf = (value: unknown): string | undefined | Refusal => {
  if (value === undefined || (typeof value === 'string' && KEY_REF.test(value))) return value;
  return refused('/key_ref', 'is neither me/<name> nor org/<name>');
};

/** The host of an address, in lower case, with its port. */
const hostOf = (value: unknown): string | undefined | Refusal => {
  if (value === undefined) return undefined;
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  return url?.protocol === 'https:' || url?.protocol === 'http:'
    ? url.host
    : refused('/base_url', 'is no address that begins with https:// or http://');
};
