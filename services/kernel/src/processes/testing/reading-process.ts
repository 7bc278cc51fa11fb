/** A process that a spec forks: a process of it reads a file without end, and it prints that one's id once it does. */
import { setTimeout as pause } from 'node:timers/promises';
import { toldReaders } from './told-readers.js';

void (async () => {
  const [, , afterMs, shell = '/bin/sh'] = process.argv;
  const readers = toldReaders({ limitMs: 600_000 }, { shell });
  void readers.ask({ does: 'hang' }, { size: 0, read: async () => Buffer.alloc(0) }, {});
  while (readers.pids.length === 0) await pause(10);
  // It has read what it is asked when the request is behind it.
  await pause(Number(afterMs));
  process.stdout.write(`${readers.pids.join()}\n`);
})();
