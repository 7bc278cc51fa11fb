import { StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb';
import { uuidText } from '../log/frame.js';

const CANONICAL = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** The id as lower-case canonical text; `undefined` when it is none. */
export const uuidFrom = (id: UUID | undefined): string | undefined => {
  if (id === undefined) return undefined;
  const structured = id.getStructured();
  if (structured === undefined) return canonical(id.getString());
  const bits = [structured.getMostSignificantBits(), structured.getLeastSignificantBits()];
  return uuidText(bits.map(unsignedHex).join(''));
};

export const uuidTo = (id: string, structured: boolean): UUID => {
  const uuid = new UUID();
  if (!structured) return uuid.setString(id);
  const hex = id.replaceAll('-', '');
  const bits = new UUID.Structured()
    .setMostSignificantBits(signedText(hex.slice(0, 16)))
    .setLeastSignificantBits(signedText(hex.slice(16)));
  return uuid.setStructured(bits);
};

export const streamNameFrom = (identifier: StreamIdentifier | undefined): string =>
  identifier === undefined ? '' : Buffer.from(identifier.getStreamName_asU8()).toString('utf8');

export const streamNameTo = (name: string): StreamIdentifier =>
  new StreamIdentifier().setStreamName(Buffer.from(name, 'utf8'));

const canonical = (text: string): string | undefined => {
  const lower = text.toLowerCase();
  return CANONICAL.test(lower) ? lower : undefined;
};

const unsignedHex = (signed: string): string =>
  BigInt.asUintN(64, BigInt(signed)).toString(16).padStart(16, '0');

const signedText = (hex: string): string => BigInt.asIntN(64, BigInt(`0x${hex}`)).toString();
