import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections: one of those must not sit there when an engine restarts. */
const LOWEST = 15_000;
/** Workers of jest know nothing of each other: each has ports of its own. */
const OF_ONE = 2_000;
const WORKERS = 8;
const first = LOWEST + OF_ONE * (Number(process.env['JEST_WORKER_ID'] ?? 0) % WORKERS);

/** What was given is not listened on yet, perhaps: it is not given again. */
const given = new Set<number>();

/** A port of 127.0.0.1 that nothing listens on now; another one each time. */
export const freePort = async (): Promise<number> => (await freePorts(1))[0]!;

/** So many in a row. */
export const freePorts = async (count: number): Promise<readonly number[]> => {
  for (;;) {
    const lowest = randomInt(first, first + OF_ONE - count);
    const row = Array.from({ length: count }, (_, index) => lowest + index);
    if (row.some((port) => given.has(port))) continue;
    for (const port of row) given.add(port);
    if ((await Promise.all(row.map(isFree))).every(Boolean)) return row;
  }
};

/** Whether one can listen on a port of 127.0.0.1. */
export const isFree = async (port: number): Promise<boolean> => {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
};
