// The event log: R1, R3, R4, R11, law 3 and law 4.
import { kernel } from './paths.mjs';

const port = kernel('sqlite-event-log.spec.ts');
const commits = kernel('group-commit.spec.ts');
const damage = kernel('sqlite/damage.spec.ts');
const database = kernel('database.spec.ts');

export const logBugs = [
  {
    rule: 'R1',
    bug: 'the log does not wait for the disk',
    file: kernel('group-commit.ts'),
    find: `if (records.length > 0) await this.#sync(records.length);`,
    replace: ``,
    suite: commits,
  },
  {
    rule: 'R1',
    bug: 'a stream shows what is not on disk yet',
    file: kernel('log-reader.ts'),
    find: `.filter((position) => position <= head)`,
    replace: ``,
    suite: commits,
  },
  {
    rule: 'R1',
    bug: 'an append is acknowledged before it is committed',
    file: kernel('group-commit.ts'),
    find: `return batch.map(() => failure);`,
    replace: `return batch.map(() => (void failure, [{ status: 'appended', tip: { revision: 0n, hash: '' }, position: '' }]));`,
    suite: commits,
  },
  {
    rule: 'R1',
    bug: 'a disk that fails is not heard',
    file: kernel('database.ts'),
    find: `throw new CommitUnknown('the commit did not reach the disk', { cause: error });`,
    replace: `void error;`,
    suite: database,
  },
  {
    rule: 'R1',
    bug: 'an append is acknowledged although its commit failed',
    file: kernel('database.ts'),
    find: `throw new CommitUnknown('the commit failed', { cause: error });`,
    replace: '',
    suite: database,
  },
  {
    rule: 'R3',
    bug: 'appends go on after the disk was full',
    file: kernel('group-commit.ts'),
    find: `    if (this.#refusal !== undefined) return Promise.resolve(new LogUnavailable(this.#refusal));`,
    replace: '',
    suite: commits,
  },
  {
    rule: 'R4',
    bug: 'the expected revision is not compared',
    file: kernel('log-writer.ts'),
    find: `if (isTip(known, expected)) return`,
    replace: `if (expected !== NO_STREAM) return`,
    suite: port,
  },
  {
    rule: 'law 4',
    bug: 'an append is compared with what was there before its batch',
    file: kernel('stream-tips.ts'),
    find: `this.#staged.get(stream) ?? this.#committed.get(stream)`,
    replace: `this.#committed.get(stream)`,
    suite: port,
  },
  {
    rule: 'law 3',
    bug: 'an append that comes again is not recognised by its ids',
    file: kernel('log-writer.ts'),
    find: `return this.#alreadyWritten(sealed, known) ?? { status: 'conflict', tip: tipFrom(known) };`,
    replace: `return { status: 'conflict', tip: tipFrom(known) };`,
    suite: port,
  },
  {
    rule: 'law 4',
    bug: 'what another wrote under the same ids is taken for the own append',
    file: kernel('log-writer.ts'),
    find: ` && row[2].toString('hex') === hash`,
    replace: '',
    suite: port,
  },
  {
    rule: 'R11',
    bug: 'the chain of hashes is not checked when an event is read',
    file: kernel('sqlite/records.ts'),
    find: `if (chainHash(previousHash, record.data, record.metadata) !== record.hash) {`,
    replace: `if (record.hash === '') {`,
    suite: damage,
  },
  {
    rule: 'R11',
    bug: 'the running digest of the log is not compared when it is opened',
    file: kernel('running-digest.ts'),
    find: `if (!this.#last.equals(digest)) {`,
    replace: `if (digest.length === 0) {`,
    suite: damage,
  },
  {
    rule: 'R11',
    bug: 'a log that lost its tail goes on under read models that know more',
    file: kernel('whole-folder.ts'),
    find: `if (furthest <= head) return;`,
    replace: `if (furthest >= head) return;`,
    suite: kernel('whole-folder.spec.ts'),
  },
];
