import { graphJobCommands } from '@cairn/contracts';
import type { ServiceTools } from '@cairn/kernel';
import type { WorkingGraphs } from './working-graphs.js';

const OF_CONTENT: readonly string[] = [
  graphJobCommands.storeElements.name,
  graphJobCommands.deleteElements.name,
  graphJobCommands.undoChange.name,
];

/** Where a worker ends: at which of its commands on the content, from 0. */
export interface End {
  readonly command: number;
  readonly when: 'before' | 'after';
  /** A worker that is stopped tells how far it was; one that dies does not. */
  readonly how: 'stopped' | 'dead';
}

/** In turn a worker dies after a command, is stopped before one, and after one. */
const ENDINGS: readonly Omit<End, 'command'>[] = [
  { when: 'after', how: 'dead' },
  { when: 'before', how: 'stopped' },
  { when: 'after', how: 'dead' },
  { when: 'after', how: 'stopped' },
];

/** An end at each of so many commands. */
export const endsOf = (commands: number): readonly End[] =>
  Array.from({ length: commands }, (_, command) => ({ command, ...ENDINGS[command % ENDINGS.length]! }));

type Execute = ServiceTools['execute'];

/** A worker that counts its commands on the content, and does something before each of them. */
export const startCounting = (
  graphs: WorkingGraphs,
  before: (command: number) => Promise<unknown> = async () => undefined,
  tools: Partial<ServiceTools> = {},
): { commands: number } => {
  const counted = { commands: 0 };
  const execute: Execute = async (command, ...sent) => {
    if (OF_CONTENT.includes(command.name)) await before(counted.commands++);
    return graphs.tools.execute(command, ...sent);
  };
  graphs.startWorker({ ...tools, execute });
  return counted;
};

/** Works until the end, then lets the time of its claim go by. */
export const workUntil = async (graphs: WorkingGraphs, end: End): Promise<void> => {
  let commands = 0;
  let stop: AbortController | undefined;
  await new Promise<void>((resolve) => {
    const endHere = (): never => {
      if (end.how === 'stopped') stop?.abort();
      resolve();
      throw new Error('the worker ends here');
    };
    const execute: Execute = async (command, ...sent) => {
      const isLast = OF_CONTENT.includes(command.name) && commands++ === end.command;
      if (isLast && end.when === 'before') endHere();
      const reply = await graphs.tools.execute(command, ...sent);
      return isLast ? endHere() : reply;
    };
    stop = graphs.startWorker({ execute }, end.how === 'stopped' ? {} : { heartbeatMs: 1_000_000 });
  });
  await graphs.stopWorkers();
  graphs.passLeases();
};
