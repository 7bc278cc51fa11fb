// What identity decides and keeps: laws 3, 5 and 8.
import { identity, kernel } from './places.mjs';

export const accountsBugs = [
  {
    rule: 'law 5',
    bug: 'a reservation is taken over while its account may still come',
    file: identity('accounts/reserving.ts'),
    find: `const OWNERLESS_MS = 30_000;`,
    replace: `const OWNERLESS_MS = 0;`,
    suite: identity('domain/user/commands/registration.spec.ts'),
  },
  {
    rule: 'law 5',
    bug: 'an account is made although its claim was abandoned',
    file: identity('domain/user/commands/register-user.ts'),
    find: `  state.kind === 'none'
    ?`,
    replace: `  state.kind !== 'account'
    ?`,
    suite: identity('two-streams.spec.ts'),
  },
  {
    rule: 'law 5',
    bug: 'an account takes a name again that it is giving back',
    file: identity('domain/user/state.ts'),
    find: `abandonedClaims: claims.filter((claim) => !holdsClaim(after, claim))`,
    replace: `abandonedClaims: account.abandonedClaims`,
    suite: identity('two-streams.spec.ts'),
  },
  {
    rule: 'law 5',
    bug: 'a name is given back that another change of its account is taking',
    file: identity('domain/reservation/commands/release-reservation.ts'),
    find: `if ((await context.load(user, userId)).kind === 'none') return false;`,
    replace: `const owner = await context.load(user, userId);
  if (owner.kind !== 'none') return owner.kind === 'account' && owner.heldUsername.claim_id === claimId;`,
    suite: identity('two-streams.spec.ts'),
  },
  {
    rule: 'law 8',
    bug: 'the address of a session is stored in plain text',
    file: 'contracts/src/identity/events/session.ts',
    find: `ip: Personal(),`,
    replace: `ip: Type.String(),`,
    suite: identity('secrets.spec.ts'),
  },
  {
    rule: 'S38',
    bug: 'a personal text is bound to no place',
    file: kernel('vault/personal.ts'),
    find: `JSON.stringify(['personal', FORM, person, stream, field])`,
    replace: `[person, stream, field].length === 3 ? '' : 'elsewhere'`,
    suite: identity('moved-texts.spec.ts'),
  },
  {
    rule: 'S38',
    bug: 'a personal text opens in every field of its stream',
    file: kernel('vault/personal.ts'),
    find: `FORM, person, stream, field])`,
    replace: `FORM, person, stream, field.length < 0])`,
    suite: identity('moved-texts.spec.ts'),
  },
  {
    rule: 'S38',
    bug: 'a command appends a sealed text that opens nowhere',
    file: kernel('domain/personal.ts'),
    find: `  await refuseMoved(data, definition, placeOf, vault);`,
    replace: '',
    suite: kernel('domain/personal.spec.ts'),
  },
  {
    rule: 'law 8',
    bug: 'a server key is wrapped for every purpose',
    file: kernel('vault/keys.ts'),
    find: '`${purpose}/${id}`',
    replace: '`${purpose.slice(0, 0)}/${id}`',
    suite: kernel('vault/sqlite/sqlite-vault.spec.ts'),
  },
  {
    rule: 'law 8',
    bug: 'names that differ in their compatibility form are two',
    file: kernel('domain/fold-name.ts'),
    find: `name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')`,
    replace: `name.toUpperCase().toLowerCase()`,
    suite: identity('accounts/names.spec.ts'),
  },
  {
    rule: 'law 8',
    bug: 'an erasure leaves what it removed beneath the read models',
    file: identity('work/erasure.ts'),
    find: `await tools.documents.scrub();
  await tools.vault.eraseKey(erased.id);`,
    replace: 'await tools.vault.eraseKey(erased.id);',
    suite: identity('domain/user/commands/profile-and-erasure.spec.ts'),
  },
  {
    rule: 'law 8',
    bug: 'an erasure forgets the key',
    file: identity('work/erasure.ts'),
    find: `await tools.vault.eraseKey(erased.id);`,
    replace: '',
    suite: identity('domain/user/commands/profile-and-erasure.spec.ts'),
  },
  {
    rule: 'law 8',
    bug: 'an erasure does not look for what was being made meanwhile',
    file: identity('work/erasure.ts'),
    find: `await eraseLate(tools, seen);`,
    replace: '',
    suite: identity('domain/user/commands/profile-and-erasure.spec.ts'),
  },
];
