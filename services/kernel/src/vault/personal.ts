import { SealBroken, seal, unseal } from './sealing.js';

/**
 * Where a personal text stands. It is bound to the ciphertext as additional data (NIST SP 800-38D, section 5.2.1.1) and is
 * no part of it: moved to another stream, another field or another person, the text does not open.
 */
export interface PersonalPlace {
  /** Id of the person that it tells of, under whose key it is sealed. */
  readonly person: string;
  /** Name of the stream. All events of a stream share it, so that one may take a text over from the folded state. */
  readonly stream: string;
  /** Name of the field in the event's data, as it is stored: an upcast gives it no other name. */
  readonly field: string;
}

/** The first byte. What is sealed in another way gets another one, and says so where it is opened. */
const FORM = 1;

/**
 * A personal text as it stands in events, snapshots and folded state (law 8): base64 of form ‖ nonce ‖ tag ‖ ciphertext,
 * AES-256-GCM under the person's 32-byte key. The same text is another one each time.
 */
export const encryptText = (key: Buffer, plain: string, place: PersonalPlace): string =>
  Buffer.concat([Buffer.of(FORM), seal(key, Buffer.from(plain), boundTo(place))]).toString('base64');

/** Throws `SealBroken` when the text was encrypted under another key, for another place, in another form, or changed since. */
export const decryptText = (key: Buffer, text: string, place: PersonalPlace): string => {
  const bytes = Buffer.from(text, 'base64');
  const form = bytes[0];
  if (form !== FORM)
    throw new SealBroken(
      `in a form that this release does not read: it begins with the byte ${form ?? 'none'}, not ${FORM}; another version of Cairn wrote it`,
    );
  return unseal(key, bytes.subarray(1), boundTo(place)).toString();
};

/** As JSON, so that no two places read alike. */
const boundTo = ({ person, stream, field }: PersonalPlace): string =>
  JSON.stringify(['personal', FORM, person, stream, field]);
