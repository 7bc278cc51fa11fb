import { pause } from '../clock/pause.js';
import type { Json } from '../base/json-value.js';
import type { Position } from '../base/position.js';
import { type EventLog, RecordDamaged } from '../eventlog/port.js';
import type { Logger } from '../logging/port.js';
import type { Registers } from '../registers/port.js';
import { supervised } from '../clock/supervised.js';
import { StartError } from './start-error.js';
import { FILES } from './whole-folder.js';

/*
 * A log that was put back as it once was and has grown since is as long as what was made of it: its end says nothing. Each
 * service keeps a witness of the log it saw, an event and its hash, and looks at its start whether it still stands there.
 */

/** The first event behind a position, as it was seen. */
interface Witness {
  readonly after: Position;
  readonly position: Position;
  readonly hash: string;
}

/** A service, as far as it watches its log. */
export interface Watched {
  readonly name: string;
  readonly categories: readonly string[];
}

interface Stores {
  readonly log: Pick<EventLog, 'readAll' | 'head'>;
  readonly registers: Pick<Registers, 'get' | 'put'>;
}

const keyOf = ({ name }: Watched): string => `log.witness:${name}`;
const LOOKING = { limit: 1, pastDamage: true, withoutLarge: true } as const;

/** Throws `StartError` where the event that this service saw is another one now. `mend` says what to do. */
export const refuseOtherLog = async (
  stores: Stores,
  watched: Watched,
  mend: string = FILES,
): Promise<void> => {
  const witness = (await stores.registers.get(keyOf(watched)))?.value as (Json & Witness) | undefined;
  if (witness === undefined || (await standsThere(stores, watched, witness))) return;
  throw new StartError(
    'The log holds another event than it once did where this service looked: it was put back as it was before, and has ' +
      `grown since. ${mend}`,
  );
};

const standsThere = async ({ log }: Stores, { categories }: Watched, witness: Witness): Promise<boolean> => {
  try {
    const { events, damaged } = await log.readAll({ ...LOOKING, after: witness.after, categories });
    const [found] = events;
    // What cannot be read is told by those who read it.
    if (found === undefined) return damaged !== undefined;
    return found.position === witness.position && found.hash === witness.hash;
  } catch (error) {
    if (error instanceof RecordDamaged) return false;
    throw error;
  }
};

/** Keeps the first event behind a position as the witness; answers the position to look behind next time. */
export const keepWitness = async (
  { log, registers }: Stores,
  watched: Watched,
  after: Position | undefined,
): Promise<Position> => {
  if (after === undefined) return log.head();
  const { categories } = watched;
  const [found] = (await log.readAll({ ...LOOKING, after, categories })).events;
  if (found === undefined) return after;
  const witness: Witness = { after, position: found.position, hash: found.hash };
  await registers.put(keyOf(watched), { ...witness }, undefined);
  return log.head();
};

const EVERY_MS = 30_000;

/** Keeps the witness of a service young until the signal aborts: what is put back from before it is found. */
export const watchLog = (
  stores: Stores,
  watched: Watched,
  logger: Logger,
  signal: AbortSignal,
): Promise<void> =>
  supervised(`${watched.name}.log`, signal, logger, async () => {
    let after: Position | undefined;
    while (!signal.aborted) {
      after = await keepWitness(stores, watched, after);
      await pause(EVERY_MS, signal);
    }
  });
