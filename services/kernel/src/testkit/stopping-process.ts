/** A process that a spec starts. It takes so many milliseconds to stop and prints `stopped`; with `fails` its stop fails. */
import { setTimeout as pause } from 'node:timers/promises';
import { runProcess } from '../process/run-process.js';
import { Started } from '../process/started.js';

const [, , stopMs = '0', fails] = process.argv;
const started = new Started();

void runProcess(async () => {
  const alive = setInterval(() => undefined, 1_000);
  started.then(async () => {
    clearInterval(alive);
    await pause(Number(stopMs));
    process.stdout.write('stopped\n');
  });
  if (fails !== undefined) started.then(() => Promise.reject(new Error('the log does not close')));
  return { greeting: ['started'], stop: () => started.stop() };
});
