import { identityCommands, type SecretChanges } from '@cairn/contracts';
import {
  type CommandContext,
  type CommandOutcome,
  derivedId,
  isRefusal,
  type Refusal,
  refuse,
  type ServiceCommand,
  serviceCommand,
  streamOf,
} from '@cairn/kernel';
import { secretIdOf } from '../../credentials/secret-id.js';
import { notFound } from '../../domain/group/decisions.js';
import { decideDeleteSecret, decidePut, wishRefusal } from '../../domain/secret/decisions.js';
import { secret, type SecretOwner } from '../../domain/secret/state.js';
import { organizationPlace, refusalIn } from '../../rights/may-in.js';
import { purgeSecrets } from './purge-secrets.js';

/** Whose secret a command is about, and why the caller may not do it. */
interface Asked {
  readonly owner: SecretOwner;
  readonly ask: () => Promise<Refusal | undefined>;
}

/** A key of an organization reaches nothing that is its maker's own. */
const own = ({ principal }: CommandContext, refusal: () => Refusal): Asked => ({
  owner: { userId: principal.userId },
  ask: async () => (principal.organizationId === undefined ? undefined : refusal()),
});

const ofOrganization = (context: CommandContext, organizationId: string): Asked => ({
  owner: { organizationId },
  ask: () => refusalIn(context, organizationPlace(organizationId), 'secrets:write'),
});

/**
 * Makes or changes it; a value is in the vault before the event that names it. Its credential has the same id for a retry
 * of the same request, and so is not put twice.
 */
const put = async (
  context: CommandContext,
  { owner, ask }: Asked,
  name: string,
  { value, ...said }: SecretChanges,
): Promise<CommandOutcome> => {
  const { vault } = context.tools;
  const id = await secretIdOf(vault, owner, name);
  const credentialId = derivedId(context.facts.id, context.facts.request, 'secret');
  const wish = { ...said, ...(value === undefined ? {} : { credentialId }) };
  const done = await context.executeAddressed(secret, id, {
    isThere: ({ kind }) => kind === 'secret',
    given: async (state) => {
      const hasValue = value !== undefined;
      const refusal = (await ask()) ?? wishRefusal(state, { ...said, hasValue });
      if (refusal === undefined && hasValue)
        await vault.putCredential(credentialId, { kind: 'secret', owner: streamOf(secret, id), value });
      return refusal;
    },
    decide: (state) => decidePut(state, { id, name, owner }, wish),
  });
  if (isRefusal(done)) return done;
  const state = await context.load(secret, id);
  return { ...done, result: { made: state.kind === 'secret' && state.firstCredentialId === credentialId } };
};

const remove = async (
  context: CommandContext,
  { owner, ask }: Asked,
  name: string,
): Promise<CommandOutcome> =>
  context.executeAddressed(secret, await secretIdOf(context.tools.vault, owner, name), {
    given: ask,
    decide: decideDeleteSecret,
  });

const isOfOrganization = (): Refusal =>
  refuse('forbidden', 'A key of an organization has no secrets of its own.');

/** What people do with their secrets, and with those of an organization. */
export const secretCommands: readonly ServiceCommand[] = [
  serviceCommand(identityCommands.putSecret, ({ name, body }, context) =>
    put(context, own(context, isOfOrganization), name, body),
  ),
  serviceCommand(identityCommands.deleteSecret, ({ name }, context) =>
    remove(context, own(context, notFound), name),
  ),
  serviceCommand(identityCommands.putOrganizationSecret, ({ id, name, body }, context) =>
    put(context, ofOrganization(context, id), name, body),
  ),
  serviceCommand(identityCommands.deleteOrganizationSecret, ({ id, name }, context) =>
    remove(context, ofOrganization(context, id), name),
  ),
  purgeSecrets,
];
