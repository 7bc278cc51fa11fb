import {
  type ApiKeyEvent,
  ApiKeyCreated,
  type CreateAPIKeyRequest,
  type CreateAPIKeyResponse,
  type GivenProof,
  identityCommands,
} from '@cairn/contracts';
import {
  type CommandContext,
  type CommandOutcome,
  type Decision,
  derivedId,
  type Done,
  isRefusal,
  openText,
  type Refusal,
  refuse,
  serviceCommand,
  streamOf,
  type Vault,
} from '@cairn/kernel';
import { apiKeyOfCommand, apiKeyRow, idOfApiKey, prefixOf } from '../../credentials/api-key-text.js';
import { underProof } from '../../sign-in/person-proof.js';
import { user } from '../../domain/user/state.js';
import { makingRefusal } from './may-make-keys.js';
import { scopeErrors } from '../../domain/api-key/scopes.js';
import { type ApiKey, apiKey, type ApiKeyState } from '../../domain/api-key/state.js';

const DAY_MS = 24 * 60 * 60 * 1000;

type Wish = Omit<CreateAPIKeyRequest, 'password'>;
type Created = Extract<ApiKeyEvent, { readonly type: 'ApiKeyCreated' }>['data'];
/** What a key is, beside what follows from its text. */
type Described = Omit<Created, 'id' | 'key_prefix' | 'credential_id'>;

export const decideCreate = (state: ApiKeyState, data: Created): Decision =>
  state.kind === 'none' ? [ApiKeyCreated.of(data)] : refuse('conflict', 'The key is there already.');

/** Makes the key of this command once `describe` says how it is to be; its hash is in the vault before the event. */
export const makeKey = async (
  context: CommandContext,
  key: string,
  describe: () => Promise<Described | Refusal>,
): Promise<CommandOutcome> => {
  const id = idOfApiKey(key);
  const credentialId = derivedId(id, 'credential');
  const done = await context.execute(apiKey, id, {
    given: async () => {
      const described = await describe();
      if (!isRefusal(described))
        await context.tools.vault.putCredential(credentialId, apiKeyRow(key, streamOf(apiKey, id)));
      return described;
    },
    decide: (state, described) =>
      decideCreate(state, { ...described, id, key_prefix: prefixOf(key), credential_id: credentialId }),
  });
  return isRefusal(done) ? done : tellKey(context, key, done);
};

/** Answers what was done with this command's key, this once. */
export const tellKey = async (context: CommandContext, key: string, done: Done): Promise<CommandOutcome> => {
  const id = idOfApiKey(key);
  const state = await context.load(apiKey, id);
  if (state.kind !== 'key') return refuse('conflict', 'The key is deleted already.');
  const response: CreateAPIKeyResponse = {
    id,
    name: await nameOf(state, context.tools.vault),
    key_prefix: state.prefix,
    key,
    scopes: [...state.scopes],
    ...(state.expiresAt === null ? {} : { expires_at: state.expiresAt }),
  };
  return { ...done, result: { ...response } };
};

/** The name that the owner of a key gave it; `''` when the owner is erased. */
export const nameOf = async ({ id, userId, name }: ApiKey, vault: Vault): Promise<string> =>
  openText(name, await vault.findKey(userId), {
    person: userId,
    stream: streamOf(apiKey, id),
    field: 'name',
  });

/** A key is made by a person, and what it may do is written in words that mean something. */
export const createRefusal = (body: Wish, isKey: boolean): Refusal | undefined => {
  if (isKey) return refuse('key_cannot_make_keys', 'An API key cannot create or change API keys.');
  const errors = scopeErrors(body.scopes);
  return errors.length === 0 ? undefined : refuse('scope_unknown', 'A scope is not known.', errors);
};

export const createAPIKey = serviceCommand(
  identityCommands.createAPIKey,
  async ({ body, ...proof }, context) => {
    const refusal = createRefusal(body, context.principal.kind !== 'user');
    if (refusal !== undefined) return refusal;
    const key = await apiKeyOfCommand(context.tools.vault, context.facts.id);
    return underProof(context, proof, () =>
      makeKey(context, key, () => described(body, proof, context, idOfApiKey(key))),
    );
  },
);

/** The count of revocations is from before the proof: a key is over when they were revoked while it was being made. */
const described = async (
  body: Wish,
  proof: GivenProof,
  context: CommandContext,
  id: string,
): Promise<Described | Refusal> => {
  const { userId } = context.principal;
  const account = await context.load(user, userId);
  const { expires_in_days: days, organization_id: organizationId = null } = body;
  const refusal = await makingRefusal(context, proof, { id, userId, organizationId });
  if (refusal !== undefined) return refusal;
  return {
    user_id: userId,
    ...(organizationId === null ? {} : { organization_id: organizationId }),
    name: body.name,
    scopes: body.scopes,
    ...(days === undefined
      ? {}
      : { expires_at: new Date(Date.parse(context.at) + days * DAY_MS).toISOString() }),
    epoch: account.kind === 'account' ? account.keyEpoch : 0,
  };
};
