import { ApiKeyRotated, type GivenProof, identityCommands } from '@cairn/contracts';
import {
  type CommandContext,
  type CommandOutcome,
  type Decision,
  isRefusal,
  type Principal,
  type Refusal,
  refuse,
  serviceCommand,
} from '@cairn/kernel';
import { apiKeyOfCommand, idOfApiKey } from '../../credentials/api-key-text.js';
import { underProof } from '../../sign-in/person-proof.js';
import { keysAreForPeople, ownKey, ownKeyInForce } from '../../domain/api-key/own-key.js';
import { apiKey, type ApiKeyState, endOf } from '../../domain/api-key/state.js';
import { makingRefusal } from './may-make-keys.js';
import { makeKey, nameOf, tellKey } from './create-api-key.js';

const HOUR_MS = 60 * 60 * 1000;

interface Rotation {
  readonly principal: Principal;
  readonly successorId: string;
  readonly graceHours: number;
  /** Now, RFC 3339. */
  readonly at: string;
}

/** The old key goes on for the grace, never longer than it would have. */
export const decideRotate = (state: ApiKeyState, rotation: Rotation): Decision => {
  const key = ownKey(state, rotation.principal);
  if (isRefusal(key)) return key;
  const end = endOf(key);
  const isOver = end !== null && end <= rotation.at;
  if (key.disabled || isOver || key.successorId !== null)
    return refuse('conflict', 'The key is disabled, expired or was rotated before.');
  const graceEnd = new Date(Date.parse(rotation.at) + rotation.graceHours * HOUR_MS).toISOString();
  const expiresAt = end !== null && end < graceEnd ? end : graceEnd;
  return [ApiKeyRotated.of({ id: key.id, successor_id: rotation.successorId, expires_at: expiresAt })];
};

/** The key is the caller's own and in force, the caller is the person, and there is room for a successor. */
const mayRotate = async (
  id: string,
  proof: GivenProof,
  context: CommandContext,
  successor: { readonly id: string; readonly replaces: boolean },
): Promise<Refusal | undefined> => {
  const key = await ownKeyInForce(context, id);
  if (isRefusal(key)) return key;
  const { userId, organizationId } = key;
  return makingRefusal(context, proof, { ...successor, userId, organizationId });
};

/**
 * The old key first: `If-Match` and a second rotation are decided there. Should the process stop before the new one is
 * made, a retry makes it; once the old one is deleted, it only tells what was made. What revokes the old one meanwhile
 * revokes the new one too.
 */
const rotate = async (
  id: string,
  graceHours: number,
  proof: GivenProof,
  context: CommandContext,
): Promise<CommandOutcome> => {
  const before = await context.load(apiKey, id);
  const key = await apiKeyOfCommand(context.tools.vault, context.facts.id);
  const successorId = idOfApiKey(key);
  const rotated = await context.executeAddressed(apiKey, id, {
    given: () => mayRotate(id, proof, context, { id: successorId, replaces: graceHours === 0 }),
    decide: (state) =>
      decideRotate(state, { principal: context.principal, successorId, graceHours, at: context.at }),
  });
  if (isRefusal(rotated)) return rotated;
  if (before.kind !== 'key') return tellKey(context, key, rotated);
  return makeKey(context, key, async () => ({
    user_id: before.userId,
    name: await nameOf(before, context.tools.vault),
    ...(before.organizationId === null ? {} : { organization_id: before.organizationId }),
    scopes: [...before.scopes],
    ...(before.expiresAt === null ? {} : { expires_at: before.expiresAt }),
    replaces: id,
    epoch: before.epoch,
  }));
};

export const rotateAPIKey = serviceCommand(
  identityCommands.rotateAPIKey,
  async ({ id, body: { grace_hours: graceHours = 0 }, ...proof }, context) =>
    context.principal.kind === 'key'
      ? keysAreForPeople()
      : underProof(context, proof, () => rotate(id, graceHours, proof, context)),
);
