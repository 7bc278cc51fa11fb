/** A process that a spec forks. It says `starting`, is started after a while, and prints `stopped` when it was stopped. */
import { setTimeout as pause } from 'node:timers/promises';
import { runProcess } from '../process/run-process.js';

const START_MS = 300;

void runProcess(async () => {
  process.stdout.write('starting\n');
  await pause(START_MS);
  const alive = setInterval(() => undefined, START_MS);
  return {
    greeting: ['started'],
    stop: async () => {
      clearInterval(alive);
      process.stdout.write('stopped\n');
    },
  };
});
