// How a process ends: R10; what a gateway has no time for: R13.
import { kernel } from './places.mjs';

export const processesBugs = [
  {
    rule: 'S7',
    bug: 'a data folder that others may read stays so',
    file: kernel('process/data-folder.ts'),
    find: `  makePrivate(path);`,
    replace: '',
    suite: kernel('process/engines.spec.ts'),
  },
  {
    rule: 'S7',
    bug: 'the files of a data folder that was open stay so',
    file: kernel('process/private-folder.ts'),
    find: `closeOwn(join(path, name), FILE);
    if`,
    replace: `if`,
    suite: kernel('process/private-folder.spec.ts'),
  },
  {
    rule: 'S45',
    bug: 'metrics listen wherever the REST interface does',
    file: kernel('process/metrics-port.ts'),
    find: `CAIRN_METRICS_HOST: host }`,
    replace: `CAIRN_HOST: host }`,
    suite: kernel('process/metrics-port.spec.ts'),
  },
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
