// Who gets in, and what a stolen bearer comes to: S12, S15, S18, S44, S47.
import { identity, kernel } from './places.mjs';

export const signInBugs = [
  {
    rule: 'S15',
    bug: 'the delay counts failures from one network alone',
    file: identity('sign-in/attempts.ts'),
    find: `delayAfter(await failuresOf(tools.registers, byLogin))`,
    replace: `delayAfter(await failuresOf(tools.registers, byPair))`,
    suite: identity('sign-in/sign-in-limits.timing.spec.ts'),
  },
  {
    rule: 'S15',
    bug: 'who is held back counts among those whose password is compared',
    file: identity('sign-in/attempts.ts'),
    find: `    await pause(delayAfter(await failuresOf(tools.registers, byLogin)));
    const outcome = await hashingWithin(tools.accountLimits.hashing, run);`,
    replace: `    const outcome = await hashingWithin(tools.accountLimits.hashing, async () => {
      await pause(delayAfter(await failuresOf(tools.registers, byLogin)));
      return run();
    });`,
    suite: identity('sign-in/sign-in-limits.timing.spec.ts'),
  },
  {
    rule: 'S15',
    bug: 'passwords wait to be compared however many they are',
    file: identity('credentials/hashing.ts'),
    find: `if (admitted >= most)`,
    replace: `if (admitted >= 1_000 * most)`,
    suite: identity('sign-in/sign-in-limits.timing.spec.ts'),
  },
  {
    rule: 'S15',
    bug: 'a refusal before the comparison ends the counting of failures',
    file: identity('sign-in/attempts.ts'),
    find: `if (code === undefined || AFTER_PROOF.has(code)) await`,
    replace: `if (code === undefined || !WRONG.has(code)) await`,
    suite: identity('sign-in/sign-in-limits.timing.spec.ts'),
  },
  {
    rule: 'S15',
    bug: 'logins take the places of all other requests',
    file: 'gateway/src/pipeline/route.ts',
    find: `if (rateClass === 'login' || asksPassword === true) return 'signIns';`,
    replace: `if (asksPassword === true) return 'signIns';`,
    suite: 'gateway/src/overload.timing.spec.ts',
  },
  {
    rule: 'S44',
    bug: 'a rate is held against the own network alone',
    file: 'gateway/src/pipeline/admission.ts',
    find: `networksOf(ip).map(`,
    replace: `networksOf(ip).slice(0, 1).map(`,
    suite: 'gateway/src/refusals.spec.ts',
  },
  {
    rule: 'S47',
    bug: 'registrations are counted for the own network alone',
    file: identity('sign-in/registrations.ts'),
    find: `taking(tools, networksOf(ip), taken)`,
    replace: `taking(tools, networksOf(ip).slice(0, 1), taken)`,
    suite: identity('sign-in/registrations.spec.ts'),
  },
  {
    rule: 'S12',
    bug: 'a reset for somebody is answered when the log has it',
    file: identity('domain/user/commands/request-password-reset.ts'),
    find: `      request(account.id, context).catch(`,
    replace: `      await request(account.id, context).catch(`,
    suite: identity('domain/user/commands/passwords.spec.ts'),
  },
  {
    rule: 'S18',
    bug: 'a refresh counts as a sign-in',
    file: identity('domain/session/state.ts'),
    find: `        refreshedAt: at,
        expiresAt`,
    replace: `        startedAt: at,
        refreshedAt: at,
        expiresAt`,
    suite: identity('domain/session/decisions.spec.ts'),
  },
  {
    rule: 'S18',
    bug: 'a bearer alone erases its account',
    file: identity('domain/user/commands/erase-user.ts'),
    find: `given: async () => unproven ?? { isLetGo: await isLetGo(context, id) },`,
    replace: `given: async () => ({ isLetGo: await isLetGo(context, id) }),`,
    suite: identity('sign-in/person-proof.spec.ts'),
  },
  {
    rule: 'S18',
    bug: 'a session of somebody else stands for the person',
    file: identity('sign-in/person-proof.ts'),
    find: `if (state.kind !== 'open' || state.userId !== principal.userId) return false;`,
    replace: `if (state.kind !== 'open') return false;`,
    suite: identity('sign-in/person-proof.spec.ts'),
  },
  {
    rule: 'S18',
    bug: 'a key that was revoked with the password works',
    file: identity('read-models/principals/authenticator.ts'),
    find: `    if (!isInForce(key, owner)) throw new Unauthenticated();
`,
    replace: '',
    suite: identity('sign-in/person-proof.spec.ts'),
  },
  {
    rule: 'S18',
    bug: 'a key that is made while all are revoked is in force',
    file: identity('domain/api-key/commands/create-api-key.ts'),
    find: `epoch: account.kind === 'account' ? account.keyEpoch : 0,`,
    replace: `epoch: account.kind === 'account' ? account.keyEpoch + 1 : 0,`,
    suite: identity('sign-in/person-proof.spec.ts'),
  },
  {
    rule: 'law 3',
    bug: 'a retry of a change that was done is asked for the password',
    file: identity('domain/user/commands/change-profile.ts'),
    find: `  const isProven = (await prove()) === undefined;
`,
    replace: `  const unproven = await prove();
  if (unproven !== undefined) return unproven;
  const isProven = true;
`,
    suite: identity('sign-in/person-proof.spec.ts'),
  },
  {
    rule: 'law 8',
    bug: 'an erasure leaves the word that an address was changed',
    file: identity('work/erasure.ts'),
    find: `sentResetMailOf(known.event) ?? sentAddressMail(known)`,
    replace: `sentResetMailOf(known.event)`,
    suite: identity('domain/user/commands/profile-and-erasure.spec.ts'),
  },
  {
    rule: 'law 3',
    bug: 'a key of idempotency is claimed under the oldest server key',
    file: 'gateway/src/pipeline/idempotency/idempotency.ts',
    find: `return this.#taken(request, names[0]!);`,
    replace: `return this.#taken(request, names.at(-1)!);`,
    suite: 'gateway/src/pipeline/idempotency/idempotency.spec.ts',
  },
  {
    rule: 'S18',
    bug: 'a key between processes that is not known is looked for once a minute',
    file: kernel('transport/signatures.ts'),
    find: `await this.#fresh(UNKNOWN_KEYS_EVERY_MS);`,
    replace: `await this.#fresh(KEYS_KEPT_MS);`,
    suite: kernel('transport/signatures.timing.spec.ts'),
  },
];
