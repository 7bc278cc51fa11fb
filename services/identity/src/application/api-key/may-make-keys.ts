import type { GivenProof } from '@cairn/contracts';
import { type CommandContext, isRefusal, type Refusal, refuse } from '@cairn/kernel';
import { mayIn, organizationPlace } from '../../rights/may-in.js';
import { proofRefusal } from '../../sign-in/person-proof.js';
import { keyRoomRefusal, type WantedKey } from './key-room.js';

/** Why the caller may not make keys of an organization; of one that it does not know of it is told nothing. */
export const organizationRefusal = async (
  context: CommandContext,
  organizationId: string | null,
): Promise<Refusal | undefined> => {
  if (organizationId === null) return undefined;
  const held = await mayIn(context, organizationPlace(organizationId), 'apikeys:write');
  if (!isRefusal(held)) return undefined;
  return held.refused === 'not_found'
    ? refuse('invalid_body', 'There is no such organization.', [
        { pointer: '/organization_id', code: 'unknown', message: 'names no organization' },
      ])
    : held;
};

/** Why a person may not make this key: the proof of who it is, the right in its organization, the room for it. */
export const makingRefusal = async (
  context: CommandContext,
  proof: GivenProof,
  wanted: WantedKey,
): Promise<Refusal | undefined> =>
  (await proofRefusal(context, proof)) ??
  (await organizationRefusal(context, wanted.organizationId)) ??
  keyRoomRefusal(context, wanted);
