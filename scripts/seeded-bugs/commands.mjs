// Commands and their streams: laws 3, 4 and 8.
import { kernel } from './places.mjs';

const handler = kernel('domain/command-handler.spec.ts');

export const commandsBugs = [
  {
    rule: 'law 3',
    bug: 'a command is not looked up in its stream',
    file: kernel('domain/command-handler.ts'),
    find: `    if (earlier !== undefined) return earlier;`,
    replace: '',
    suite: handler,
  },
  {
    rule: 'law 3',
    bug: 'another request under a known command id is taken for the same',
    file: kernel('domain/command-handler.ts'),
    find: `if (trace.request !== command.request)`,
    replace: `if (trace.request === '')`,
    suite: handler,
  },
  {
    rule: 'law 3',
    bug: 'an append whose outcome is unknown is taken for failed',
    file: kernel('domain/command-handler.ts'),
    find: `if (!(error instanceof OutcomeUnknown) || this.options.clock.now() > deadline) throw error;`,
    replace: `if (deadline > 0) throw error;`,
    suite: handler,
  },
  {
    rule: 'law 4',
    bug: 'a conflict is answered as done',
    file: kernel('domain/command-handler.ts'),
    find: `if (outcome?.status !== 'appended') return undefined;`,
    replace: `if (outcome?.status !== 'appended') return { status: 'done', stream: '', revision: 0n, position: '', replayed: false, appended: 0 };`,
    suite: handler,
  },
  {
    rule: 'law 4',
    bug: 'the cached state changes before the append',
    file: kernel('domain/command-handler.ts'),
    find: `    const finish = (outcome: Appended): Promise<Done> =>`,
    replace: `    const early = { revision: (folded.tip?.revision ?? -1n) + BigInt(append.events.length), hash: '' };
    await this.options.streams.advance(aggregate, stream, folded, recordedAs(append, early, folded.position));
    const finish = (outcome: Appended): Promise<Done> =>`,
    suite: handler,
  },
  {
    rule: 'law 4',
    bug: 'a cached state is decided on without reading on to the tip',
    file: kernel('domain/streams.ts'),
    find: `      return await this.#readOn(aggregate, stream, start);`,
    replace: `      return start.tip === undefined ? await this.#readOn(aggregate, stream, start) : start;`,
    suite: handler,
  },
  {
    rule: 'law 4',
    bug: 'a snapshot that does not fit its stream is believed',
    file: kernel('domain/streams.ts'),
    find: `if (!(error instanceof RecordDamaged) || start.tip === undefined) throw error;`,
    replace: `if (error instanceof RecordDamaged || start.tip === undefined) throw error;`,
    suite: handler,
  },
  {
    rule: 'law 8',
    bug: 'personal fields are stored as they are',
    file: kernel('domain/command-handler.ts'),
    find: `const data = await sealPersonal(event, definition, this.options.vault);`,
    replace: `const data = (await sealPersonal(event, definition, this.options.vault)) && event.data;`,
    suite: handler,
  },
  {
    rule: 'law 3',
    bug: 'time runs backwards in a stream, so that commands are forgotten early',
    file: kernel('domain/command-handler.ts'),
    find: `timestamp(Math.max(this.options.clock.now(), folded.at))`,
    replace: `timestamp(this.options.clock.now())`,
    suite: handler,
  },
  {
    rule: 'law 4',
    bug: 'a fold is given to who asked after it was read',
    file: kernel('clock/fresh-answer.ts'),
    find: `this.#next ??= this.#running.then(() => this.#begin());`,
    replace: `this.#next ??= this.#running;`,
    suite: kernel('clock/fresh-answer.spec.ts'),
  },
  {
    rule: 'R13',
    bug: 'a large fold weighs as little as a small one',
    file: kernel('domain/folded.ts'),
    find: `return FOLD_BYTES + size.measured + size.added + commands.size * TRACE_BYTES;`,
    replace: `return FOLD_BYTES;`,
    suite: kernel('domain/streams.spec.ts'),
  },
  {
    rule: 'law 3',
    bug: 'a snapshot that cannot be kept fails the command',
    file: kernel('domain/streams.ts'),
    find: `this.options.logger.warn({ stream, err: error }, 'a snapshot cannot be kept');`,
    replace: `throw error;`,
    suite: kernel('domain/streams.spec.ts'),
  },
  {
    rule: 'R13',
    bug: 'a fold weighs all that its stream has ever held, so that a long stream is not kept',
    file: kernel('domain/folded.ts'),
    find: `if (size.added > size.measured + FOLD_BYTES)`,
    replace: `if (size.added < 0)`,
    suite: kernel('domain/streams.spec.ts'),
  },
];
