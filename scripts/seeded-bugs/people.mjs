// Accounts and work in the hands of administrators.
import { identity, kernel } from './concurrency-limiter.mjs';

const suite = identity('application/user/administering-users.spec.ts');

export const peopleBugs = [
  {
    rule: 'last administrator',
    bug: 'the last system administrator may be demoted',
    file: identity('domain/administrators/let-go.ts'),
    find: `hasGone(state, userId) || others.some((id) => !hasGone(state, id))`,
    replace: `hasGone(state, userId) || others.length >= 0`,
    suite,
  },
  {
    rule: 'last administrator',
    bug: 'a retry takes back what was granted since it was asked for',
    file: identity('domain/user/administering.ts'),
    find: `(agreement === 'before' && isLetGo(state, { timesLetGo }))`,
    replace: `(agreement === 'before' && timesLetGo >= 0)`,
    suite: identity('domain/user/administering.spec.ts'),
  },
  {
    rule: 'last administrator',
    bug: 'who was let go once never counts for others again',
    file: identity('application/user/administer-user.ts'),
    find: `if (isAdministrator(await context.load(user, id))) await comeBack(context, id);`,
    replace: `void [comeBack, isAdministrator];`,
    suite,
  },
  {
    rule: 'S18',
    bug: 'the key of a disabled account goes on',
    file: identity('read-models/principals/authenticator.ts'),
    find: `if (state.kind !== 'account' || state.disabled) throw new Unauthenticated();`,
    replace: `if (state.kind !== 'account') throw new Unauthenticated();`,
    suite,
  },
  {
    rule: 'decision 22',
    bug: 'two administrators of an organization who are disabled at once are both gone',
    file: identity('domain/organization/decisions.ts'),
    find: `added.map((id) => OrganizationAdministratorAdded.of({ user_id: id })), ...removed];`,
    replace: `added.map((id) => OrganizationAdministratorAdded.of({ user_id: id }))];`,
    suite,
  },
  {
    rule: 'decision 22',
    bug: 'somebody who is disabled is their own successor',
    file: identity('groups/handing-over.ts'),
    find: `account.kind === 'account' && !account.disabled && user_id !== userId`,
    replace: `account.kind === 'account' && !account.disabled`,
    suite,
  },
  {
    rule: 'erasure',
    bug: 'accounts that were erased are listed',
    file: identity('read-models/users/queries.ts'),
    find: `fields: { erased: false, ...sent(fields) }`,
    replace: `fields: { ...sent(fields) }`,
    suite,
  },
  {
    rule: 'administration',
    bug: 'administrators are told the names of imported files',
    file: kernel('work/administered-job.ts'),
    find: `  name: job.kind,`,
    replace: ``,
    suite: 'services/datasets/src/read-models/jobs/jobs.spec.ts',
  },
];
