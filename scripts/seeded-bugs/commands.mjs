// Commands and their streams: law 3, law 4 and law 5.
import { datasets, identity, kernel } from './paths.mjs';

const handler = kernel('command-handler.spec.ts');
const shared = kernel('shared-fold.spec.ts');

export const commandsBugs = [
  {
    rule: 'law 3',
    bug: 'a command is not looked up in its stream',
    file: kernel('command-handler.ts'),
    find: `const trace = traceOf(folded, command.id);`,
    replace: `const trace = traceOf(folded, '');`,
    suite: handler,
  },
  {
    rule: 'law 3',
    bug: 'a command is not looked up again after it waited for its context',
    file: kernel('command-handler.ts'),
    find: `this.#earlier(stream, folded, command) ?? this.#late(command, attempt)`,
    replace: `attempt === 0 ? this.#earlier(stream, folded, command) : this.#late(command, attempt)`,
    suite: shared,
  },
  {
    rule: 'law 4',
    bug: 'a command is decided on a context that was asked for an earlier state',
    file: kernel('domain/steps.ts'),
    find: `if (context === READ_ON || folded.tip !== tip) return undefined;`,
    replace: `if (context === READ_ON) return undefined;`,
    suite: shared,
  },
  {
    rule: 'law 3',
    bug: 'another request under a known command id is taken for the same',
    file: kernel('command-handler.ts'),
    find: `if (trace.request !== command.request)`,
    replace: `if (trace.request === '')`,
    suite: handler,
  },
  {
    rule: 'law 3',
    bug: 'an append whose outcome is unknown is taken for failed',
    file: kernel('command-handler.ts'),
    find: `if (!(error instanceof OutcomeUnknown) || this.options.clock.now() > deadline) throw error;`,
    replace: `if (deadline > 0) throw error;`,
    suite: handler,
  },
  {
    rule: 'law 3',
    bug: 'time runs backwards in a stream, so that commands are forgotten early',
    file: kernel('command-handler.ts'),
    find: `timestamp(Math.max(this.options.clock.now(), decided.at))`,
    replace: `timestamp(this.options.clock.now())`,
    suite: handler,
  },
  {
    rule: 'law 3',
    bug: 'events of a command get other ids when it comes again',
    file: kernel('command-handler.ts'),
    find: `id: derivedId(commandId, stream, ordinal),`,
    replace: `id: derivedId(Math.random(), stream, ordinal),`,
    suite: datasets('two-streams.spec.ts'),
  },
  {
    rule: 'law 4',
    bug: 'an append expects what its stream was read on to since it was decided',
    file: kernel('command-handler.ts'),
    find: `expected: decided.expected, events };`,
    replace: `expected: folded.tip ?? NO_STREAM, events };`,
    suite: shared,
  },
  {
    rule: 'law 4',
    bug: 'the cached state changes before the append',
    file: kernel('command-handler.ts'),
    find: `    const finish: Pending['finish'] = (outcome, sent) =>`,
    replace: `    const early = { revision: (folded.tip?.revision ?? -1n) + BigInt(append.events.length), hash: '' };
    await this.options.streams.advance(aggregate, stream, folded, recordedAs(append, early, folded.position));
    const finish: Pending['finish'] = (outcome, sent) =>`,
    suite: handler,
  },
  {
    rule: 'law 4',
    bug: 'a cached state is decided on without reading on to the tip',
    file: kernel('streams.ts'),
    find: `      return await this.#readOn(aggregate, stream, start);`,
    replace: `      return start.tip === undefined ? await this.#readOn(aggregate, stream, start) : start;`,
    suite: handler,
  },
  {
    rule: 'law 4',
    bug: 'a snapshot that does not fit its stream is believed',
    file: kernel('streams.ts'),
    find: `if (!(error instanceof RecordDamaged) || start.tip === undefined) throw error;`,
    replace: `if (error instanceof RecordDamaged || start.tip === undefined) throw error;`,
    suite: handler,
  },
  {
    rule: 'law 5',
    bug: 'a command over two streams counts as done when its first append is there',
    file: kernel('domain/steps.ts'),
    find: `const last = prepared.at(-1);`,
    replace: `const last = prepared.at(0);`,
    suite: kernel('domain/steps.spec.ts'),
  },
  {
    rule: 'law 5',
    bug: 'a reservation is taken over while its account may still come',
    file: kernel('reserving.ts'),
    find: `const OWNERLESS_MS = 30_000;`,
    replace: `const OWNERLESS_MS = 0;`,
    suite: identity('registration.spec.ts'),
  },
  {
    rule: 'law 5',
    bug: 'an account is made although its claim was abandoned',
    file: identity('register.ts'),
    find: `  state.kind === 'none'
    ?`,
    replace: `  state.kind !== 'account'
    ?`,
    suite: identity('two-streams.spec.ts'),
  },
  {
    rule: 'law 5',
    bug: 'a version is seen without the dataset that names it',
    file: datasets('read-models/parents.ts'),
    find: `const dataset = await datasetReads.naming(context, datasetId, { deletedToo });
  if (dataset === undefined) return undefined;`,
    replace: `const dataset = await datasetReads.naming(context, datasetId, { deletedToo });`,
    suite: datasets('two-streams.spec.ts'),
  },
];
