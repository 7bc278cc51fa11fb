// How much may be stored: S47.
import { datasets, gateway, kernel } from './concurrency-limiter.mjs';

export const storageBugs = [
  {
    rule: 'S47',
    bug: 'what was decided is appended however much is stored',
    file: kernel('domain/command-handler.ts'),
    find: `    if (refused !== undefined) return refused;
    const facts`,
    replace: `    const facts`,
    suite: kernel('domain/command-handler.spec.ts'),
  },
  {
    rule: 'S47',
    bug: 'a file that takes the place of another costs nothing',
    file: datasets('domain/usage/charge.ts'),
    find: `    case 'ItemFileSet':
`,
    replace: ``,
    suite: datasets('domain/usage/quota.spec.ts'),
  },
  {
    rule: 'S47',
    bug: 'a quota is one more than it says',
    file: datasets('domain/usage/quota.ts'),
    find: `used[bound] + wanted[bound] > quotas[bound]`,
    replace: `used[bound] + wanted[bound] > quotas[bound] + 1`,
    suite: datasets('domain/usage/quota.spec.ts'),
  },
  {
    rule: 'S47',
    bug: 'notes come in with a change of who sees a dataset',
    file: datasets('domain/usage/going-on.ts'),
    find: `readers !== undefined && Object.keys(changes).every((field) => OF_READERS.has(field))`,
    replace: `readers !== undefined && Object.keys(changes).some((field) => OF_READERS.has(field))`,
    suite: datasets('domain/usage/quota.spec.ts'),
  },
  {
    rule: 'law 6',
    bug: 'a version that is purged is charged for still',
    file: datasets('read-models/usage/project.ts'),
    find: `  if (event.type === 'DatasetVersionPurged') return [removed(id)];
`,
    replace: ``,
    suite: datasets('read-models/usage/usage.spec.ts'),
  },
  {
    rule: 'S47',
    bug: 'near its bounds an account is not added up again',
    file: datasets('read-models/usage/account-room.ts'),
    find: `used.documents * MS_A_DOCUMENT`,
    replace: `RECENT_MS`,
    suite: datasets('read-models/usage/account-room.spec.ts'),
  },
  {
    rule: 'S47',
    bug: 'the slices of an import do not ask for room',
    file: datasets('work/item-appends.ts'),
    find: `    await this.room.forItems(items);
`,
    replace: ``,
    suite: datasets('work/job-room.spec.ts'),
  },
  {
    rule: 'S47',
    bug: 'files of an import are stored before there is room for them',
    file: datasets('work/imports/store.ts'),
    find: `    await this.options.beforeFiles(`,
    replace: `    if (open.length > 1e9) await this.options.beforeFiles(`,
    suite: datasets('work/job-room.spec.ts'),
  },
  {
    rule: 'S47',
    bug: 'uploads that run at the same time take the reserve of the disk together',
    file: kernel('files/free-space.ts'),
    find: `    known.bytes -= bytes;
`,
    replace: ``,
    suite: kernel('files/free-space.spec.ts'),
  },
  {
    rule: 'S47',
    bug: 'an upload that does not tell its length is read however long it is',
    file: gateway('pipeline/uploads/upload-room.ts'),
    find: `if (came > bytesLeft)`,
    replace: `if (came > Infinity)`,
    suite: gateway('pipeline/uploads/upload-room.spec.ts'),
  },
  {
    rule: 'S47',
    bug: 'uploads to which nothing was done are not counted',
    file: gateway('pipeline/uploads/unused-uploads.ts'),
    find: `if (maxBytes > 0 && bytes > 0) await`,
    replace: `if (maxBytes < 0 && bytes > 0) await`,
    suite: gateway('pipeline/uploads/upload-room.spec.ts'),
  },
  {
    rule: 'S47',
    bug: 'answers are kept for their Idempotency-Key without end',
    file: gateway('pipeline/idempotency/idempotency.ts'),
    find: `length <= MAX_REPLY && this.#kept.take(caller, length)`,
    replace: `length <= MAX_REPLY || this.#kept.take(caller, length)`,
    suite: gateway('pipeline/idempotency/idempotency.spec.ts'),
  },
];
