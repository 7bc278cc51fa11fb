import { join } from 'node:path';
import Libsql from 'libsql';
import type { RunningCairn } from './topology.js';

export interface LoggedEvent {
  readonly position: number;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
}

/** What stands in the log of one machine after a position, as it is stored. */
export const eventsIn = (cairn: RunningCairn, after = 0): readonly LoggedEvent[] => {
  const database = new Libsql(join(cairn.folder, 'log.db'), { readonly: true });
  try {
    const rows = database
      .prepare(
        `SELECT events.position AS position, event_types.type AS type, data, metadata
         FROM events JOIN event_types ON event_types.key = events.type
         WHERE events.position > ? ORDER BY events.position`,
      )
      .all([after]) as LoggedEvent[];
    return rows.map(({ position, type, data, metadata }) => ({ position, type, data, metadata }));
  } finally {
    database.close();
  }
};

/** The last position of the log. */
export const headOf = (cairn: RunningCairn): number => eventsIn(cairn).at(-1)?.position ?? 0;

/** The keys that the vault of one machine signs sessions with: it has no secret in tests, so they lie there as they are. */
export const sessionKeyIn = (cairn: RunningCairn): { readonly id: string; readonly key: Buffer } => {
  const database = new Libsql(join(cairn.folder, 'vault.db'), { readonly: true });
  try {
    const row = database
      .prepare(
        `SELECT id, sealed FROM server_keys WHERE purpose = 'session' ORDER BY generation DESC LIMIT 1`,
      )
      .get() as { id: string; sealed: Buffer };
    return { id: row.id, key: Buffer.from(row.sealed) };
  } finally {
    database.close();
  }
};
