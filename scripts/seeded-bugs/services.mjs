// What the services decide and keep: laws 3, 5, 6, 7 and 8.
import { datasets, identity, kernel } from './places.mjs';

export const servicesBugs = [
  {
    rule: 'law 3',
    bug: 'events of a command get other ids when it comes again',
    file: kernel('domain/command-handler.ts'),
    find: `id: derivedId(command.id, stream, ordinal),`,
    replace: `id: derivedId(Math.random(), stream, ordinal),`,
    suite: datasets('two-streams.spec.ts'),
  },
  {
    rule: 'law 5',
    bug: 'a version is seen without the dataset that names it',
    file: datasets('read-models/parents.ts'),
    find: `const dataset = await namingDataset(reading, datasetId);
  if (dataset === undefined) return undefined;`,
    replace: `const dataset = await namingDataset(reading, datasetId);`,
    suite: datasets('two-streams.spec.ts'),
  },
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
    rule: 'law 6',
    bug: 'what is under a deleted dataset or version can still be read',
    file: datasets('read-models/parents.ts'),
    find: `(document?.deleted === false || deletedToo ? document : undefined)`,
    replace: `(deletedToo || document !== undefined ? document : undefined)`,
    suite: datasets('deleting.spec.ts'),
  },
  {
    rule: 'law 6',
    bug: 'what was purged is restored',
    file: datasets('domain/dataset/commands/restore-dataset.ts'),
    find: `if (current.status === 'purged') return`,
    replace: `if (current.status === 'none') return`,
    suite: datasets('deleting.spec.ts'),
  },
  {
    rule: 'law 7',
    bug: 'a counter is set by the streams that feed it',
    file: datasets('read-models/counters/project.ts'),
    find: `fields: { updated_at: at } }`,
    replace: `fields: { updated_at: at, items } }`,
    suite: datasets('feeding.spec.ts'),
  },
  {
    rule: 'law 7',
    bug: 'an item takes more annotations than it may have',
    file: datasets('domain/item/annotations.ts'),
    find: `export const MOST_ANNOTATIONS = 10_000;`,
    replace: `export const MOST_ANNOTATIONS = 10_001;`,
    suite: datasets('feeding.spec.ts'),
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
    rule: 'law 8',
    bug: 'names that differ in their compatibility form are two',
    file: identity('accounts/names.ts'),
    find: `name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')`,
    replace: `name.toUpperCase().toLowerCase()`,
    suite: identity('accounts/names.spec.ts'),
  },
  {
    rule: 'law 8',
    bug: 'an erasure leaves what it removed beneath the read models',
    file: identity('work/erasure.ts'),
    find: `await tools.documents.scrub();`,
    replace: '',
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
];
