import { existsSync } from 'node:fs';
import type { Documents } from '../documents/port.js';
import { keptPosition } from '../eventlog/kept-position.js';
import { type Position, START } from '../base/position.js';
import type { EventLog } from '../eventlog/port.js';
import { POLICY_POSITIONS } from '../reactions/policy-position.js';
import type { Projection } from '../projection/projection.js';
import type { Registers } from '../registers/port.js';
import { StartError } from './start-error.js';

/*
 * The stores of Cairn belong together. One that is missing, or was put back without the others, is found by them before
 * anything is written: later it could not be told from one that is right.
 */

/**
 * Throws `StartError` where the log has events and the file of the vault is not there: a new one would have none of the
 * keys that the events were sealed under, and Cairn would run as if it had.
 */
export const refuseLostVault = async (log: Pick<EventLog, 'head'>, path: string): Promise<void> => {
  if (existsSync(path) || (await log.head()) === START) return;
  throw new StartError(
    `${path} is not there, and the log has events that its keys belong to: put its backup in its place, ` +
      'or begin anew in an empty folder with CAIRN_DATA_DIR.',
  );
};

export interface BesideLog {
  readonly log: Pick<EventLog, 'head'>;
  /** Prepared with the read models of the projections. */
  readonly documents: Pick<Documents, 'checkpoint'>;
  readonly registers: Pick<Registers, 'list'>;
}

/**
 * Throws `StartError` where what was made of the log went further than the log does. Let go on, the log would grow past
 * that point, and projections and policies would pass over every event up to it: writes that nobody reads, erasures that
 * nobody makes.
 */
export const refuseLostTail = async (
  { log, documents, registers }: BesideLog,
  projections: readonly Projection[],
  mend: string = FILES,
): Promise<void> => {
  const checkpoints = projections.map(({ name }) => documents.checkpoint(name, 'live'));
  const policies = await registers.list(POLICY_POSITIONS);
  const kept = [...(await Promise.all(checkpoints)), ...policies.map(({ value }) => positionIn(value))];
  const furthest = kept.map(keptPosition).reduce((one, other) => (one > other ? one : other), START);
  const head = await log.head();
  if (furthest <= head) return;
  throw new StartError(
    `The log ends at ${head === START ? 'its beginning' : head}, and read models or policies were at ${furthest} ` +
      `already: its tail is missing. ${mend}`,
  );
};

/** What to do where the stores are files. */
export const FILES =
  'Put the newest backup of log.db in its place, with its -wal; where an older one is meant, remove views.db and ' +
  'registers.db with their -wal and -shm, and start.';
/** What to do where engines are shared. */
export const SHARED_STORES =
  'Restore the newest backup of EventStoreDB; where an older one is meant, stop every process, drop the database of ' +
  'documents and registers, which are made anew, and start.';

const positionIn = (value: unknown): Position => (typeof value === 'string' ? value : START);
