// The documents: law 1, law 2 and R5.
import { kernel } from './concurrency-limiter.mjs';

const documents = kernel('documents/sqlite/documents.spec.ts');
const window = kernel('documents/sqlite/write-behind.spec.ts');
const projector = kernel('reactions/projector.spec.ts');

export const documentsBugs = [
  {
    rule: 'as-of',
    bug: 'a list as of a time goes over what was made since',
    file: kernel('queries/as-of.ts'),
    find: `fields: { created_at: { to }, ...filter.fields }`,
    replace: `fields: { ...filter.fields }`,
    suite: kernel('queries/as-of.spec.ts'),
  },
  {
    rule: 'law 1',
    bug: 'the checkpoint is not compared with the one that the batch started from',
    file: kernel('documents/sqlite/plan-batch.ts'),
    find: `if (checkpoint !== batch.from) return { status: 'moved', checkpoint };`,
    replace: '',
    suite: projector,
  },
  {
    rule: 'law 1',
    bug: 'the checkpoint is written in a transaction of its own',
    file: kernel('documents/sqlite/write-behind.ts'),
    find: `      this.#characters += write();`,
    replace: `      this.#characters += write();
      this.parts.database.commit();
      this.parts.database.begin();`,
    suite: window,
  },
  {
    rule: 'law 1',
    bug: 'a batch that fails is not undone',
    file: kernel('documents/sqlite/write-behind.ts'),
    find: `      this.#undo();
      this.settle();
      throw error;`,
    replace: `      throw error;`,
    suite: documents,
  },
  {
    rule: 'law 2',
    bug: 'what was answered and undone since is not written again',
    file: kernel('documents/sqlite/write-behind.ts'),
    find: `for (const batch of owed) this.#again(batch);`,
    replace: `owed.length = 0;`,
    suite: window,
  },
  {
    rule: 'law 2',
    bug: 'a document that is kept in memory is not forgotten when it is written',
    file: kernel('documents/sqlite/plan-batch.ts'),
    find: `      cache.written(shape.table, changed.map(newTextOf));`,
    replace: '',
    suite: documents,
  },
  {
    rule: 'R5',
    bug: 'a rebuilt read model is promoted without what came meanwhile',
    file: kernel('documents/sqlite/documents.ts'),
    find: `return this.sweeping(() => this.generations.promoteNext(projection, at));`,
    replace: `return this.sweeping(() => at === '' && this.generations.promoteNext(projection, at));`,
    suite: documents,
  },
  {
    rule: 'R11',
    bug: 'what was found damaged while it was used is opened again as it is',
    file: kernel('process/embedded-files.ts'),
    find: `if (existsSync(mark)) remake();`,
    replace: '',
    suite: kernel('process/embedded-files.spec.ts'),
  },
  {
    rule: 'law 2',
    bug: 'a document that two of the caller’s tokens give is counted twice',
    file: kernel('documents/sqlite/query.ts'),
    find: `rowsOf(arm, [notAmong(search, side, values)])`,
    replace: `rowsOf(arm, [])`,
    suite: documents,
  },
  {
    rule: 'law 2',
    bug: 'a count is not told of what was written',
    file: kernel('documents/sqlite/plan-batch.ts'),
    find: `counts.written(shape.table, changed);`,
    replace: '',
    suite: documents,
  },
  {
    rule: 'law 1',
    bug: 'a count knows of documents that were undone',
    file: kernel('documents/sqlite/documents.ts'),
    find: `undone: () => this.forget(),`,
    replace: `undone: () => this.cache.clear(),`,
    suite: documents,
  },
  {
    rule: 'S18',
    bug: 'a right that runs out is counted for ever',
    file: kernel('documents/sqlite/known-counts.ts'),
    find: `if (runsOut(after, known.filter)) tracked.delete(key);`,
    replace: '',
    suite: kernel('documents/sqlite/known-counts.spec.ts'),
  },
];
