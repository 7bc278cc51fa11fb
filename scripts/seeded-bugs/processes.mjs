// How a process ends: R10; what a gateway has no time for: R13.
import { kernel } from './places.mjs';

export const processesBugs = [
  {
    rule: 'R10',
    bug: 'a process writes what is left of its logs until somebody reads them',
    file: kernel('logging/pino-logger.ts'),
    find: `  return process.stderr;`,
    replace: `  return pino.destination(2);`,
    suite: kernel('process/run-process.spec.ts'),
  },
  {
    rule: 'R13',
    bug: 'answers that were quick because little was asked let more begin at the same time',
    file: 'gateway/src/pipeline/places.ts',
    find: `else if (this.#working * 2 >= this.bound) this.#bound`,
    replace: `else this.#bound`,
    suite: 'gateway/src/pipeline/places.spec.ts',
  },
  {
    rule: 'R13',
    bug: 'a line that does not move takes more who wait',
    file: 'gateway/src/pipeline/places.ts',
    find: ` && performance.now() >= this.#lineIsClosedUntil`,
    replace: ``,
    suite: 'gateway/src/pipeline/places.spec.ts',
  },
];
