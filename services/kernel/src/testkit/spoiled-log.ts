import type { StreamName } from '../base/position.js';
import { openDatabase } from '../sqlite/index.js';

/** Changes the stored metadata of a stream's last event, as a failing disk might. No log may have the file open. */
export const spoilLast = (path: string, stream: StreamName): void => {
  const file = openDatabase(path, { synchronous: 'FULL' });
  const spoilt = file
    .prepare(
      `UPDATE events SET metadata = replace(metadata, 'user', 'kser') WHERE position =
        (SELECT max(position) FROM events WHERE stream = (SELECT key FROM streams WHERE name = ?))`,
    )
    .run(stream);
  file.close();
  if (spoilt !== 1) throw new Error(`there is no ${stream} to spoil`);
};
