// What the journal keeps, what it must not, and that nothing waits for it: S14, S38, S42.
import { kernel } from './concurrency-limiter.mjs';

const gateway = (path) => `gateway/src/${path}`;

export const journalBugs = [
  {
    rule: 'S14',
    bug: 'the journal keeps the path of what has no route as it came',
    file: gateway('pipeline/journaling.ts'),
    find: `path: route === undefined && besideRoute === undefined ? '' : exchange.instance,`,
    replace: `path: exchange.instance,`,
    suite: gateway('journal.spec.ts'),
  },
  {
    rule: 'S42',
    bug: 'refusals are not marked as such in the journal',
    file: gateway('pipeline/journaling.ts'),
    find: `isRefused: exchange.refused !== undefined && audit.isOfRights(exchange, status),`,
    replace: `isRefused: false,`,
    suite: gateway('journal.spec.ts'),
  },
  {
    rule: 'S42',
    bug: 'what administrators do is dropped as soon as what others do',
    file: kernel('journal/waiting-entries.ts'),
    find: `(isAdministrators ? this.most : this.#ordinary)`,
    replace: `(isAdministrators ? this.#ordinary : this.#ordinary)`,
    suite: kernel('journal/journal.spec.ts'),
  },
  {
    rule: 'S41',
    bug: 'an error is kept with what it said',
    file: gateway('pipeline/journaling.ts'),
    find: `name: error === problem ? problem.code : errorKind(error),`,
    replace: `name: String(error),`,
    suite: gateway('journal.spec.ts'),
  },
  {
    rule: 'S38',
    bug: 'an entry of who was erased keeps the address',
    file: kernel('journal/store.ts'),
    find: `  ip: '',
`,
    replace: ``,
    suite: kernel('journal/sqlite/sqlite-journal.spec.ts'),
  },
  {
    rule: 'S38',
    bug: 'what comes late of who was erased stays as it is',
    file: kernel('journal/sqlite/sqlite-journal.ts'),
    find: `return persons.map(([userId]) => this.#forgetSome(userId)).some((isMore) => isMore);`,
    replace: `return persons.length > 1_000_000;`,
    suite: kernel('journal/sqlite/sqlite-journal.spec.ts'),
  },
  {
    rule: 'journal',
    bug: 'the journal writes into the reserve of the disk',
    file: kernel('journal/journal.ts'),
    find: `if (refusal !== undefined) throw new JournalUnavailable(refusal);`,
    replace: ``,
    suite: kernel('journal/journal.spec.ts'),
  },
  {
    rule: 'journal',
    bug: 'a batch that the store cannot keep holds up all that comes after it',
    file: kernel('journal/journal.ts'),
    find: `if (!(error instanceof JournalUnavailable)) this.#waiting.lost(batch);`,
    replace: ``,
    suite: kernel('journal/journal.spec.ts'),
  },
  {
    rule: 'journal',
    bug: 'an error that happens again stays resolved',
    file: kernel('journal/store.ts'),
    find: `    resolved: false,
`,
    replace: `    resolved: before?.resolved ?? false,
`,
    suite: kernel('journal/sqlite/sqlite-journal.spec.ts'),
  },
];
