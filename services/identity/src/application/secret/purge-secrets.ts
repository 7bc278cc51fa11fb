import { identityCommands } from '@cairn/contracts';
import { type Decision, isRefusal, pagesOf, refuse, serviceCommand } from '@cairn/kernel';
import { decideDeleteSecret } from '../../domain/secret/decisions.js';
import { secret, type SecretState } from '../../domain/secret/state.js';
import { organization } from '../../domain/organization/state.js';
import { user } from '../../domain/user/state.js';
import { SECRETS } from '../../read-models/secrets/project.js';

const AT_ONCE = 200;

const unlessGone = (state: SecretState): Decision =>
  state.kind === 'secret' ? decideDeleteSecret(state) : [];

/**
 * Deletes all secrets of who is gone: of a person who is erased, of an organization that is deleted still. Only Cairn
 * itself sends it.
 */
export const purgeSecrets = serviceCommand(identityCommands.purgeSecrets, async (owner, context) => {
  if (context.principal.kind !== 'system') return refuse('forbidden', 'Secrets go with their owner only.');
  const checked =
    'user_id' in owner
      ? await context.execute(user, owner.user_id, {
          decide: ({ kind }) => (kind === 'account' ? stillThere() : []),
        })
      : await context.execute(organization, owner.organization_id, {
          decide: ({ status }) => (status === 'live' ? stillThere() : []),
        });
  if (isRefusal(checked)) return checked;
  let last = checked;
  for await (const page of pagesOf(context.tools.documents, SECRETS, { fields: { ...owner } }, AT_ONCE))
    for (const { id } of page) {
      const done = await context.execute(secret, id, { decide: unlessGone });
      if (isRefusal(done)) return done;
      if (done.position > last.position) last = done;
    }
  return last;
});

const stillThere = () => refuse('conflict', 'Whose secrets they are is still there.');
