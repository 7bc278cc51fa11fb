/** A process that a spec forks. It says something, or fails, in the way that its argument names. */
import { namesOfPart, processLogger } from '../logging/index.js';
import { runProcess } from '../process/run-process.js';
import { EngineAway, StartError } from '../process/start-error.js';

const [, , way] = process.argv;
const fail = (): void => {
  if (way === 'throws') throw new Error('thrown');
  if (way === 'rejects') void Promise.reject(new Error('rejected'));
  if (way === 'warns') process.emitWarning('warned');
  if (way === 'logs') processLogger('info', 'spec').warn({ err: { message: 'logged' } }, 'said');
};

void runProcess(
  async () => {
    if (way === 'refuses') throw new StartError('It cannot start.');
    if (way === 'waited') throw new EngineAway('It waited for an engine.');
    setTimeout(fail, 0);
    if (way === 'warns' || way === 'logs') setTimeout(() => process.exit(1), 100);
    return { greeting: ['started'], stop: async () => undefined };
  },
  () => namesOfPart('spec'),
);
