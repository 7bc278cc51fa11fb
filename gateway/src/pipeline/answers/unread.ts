import type { ServerResponse } from 'node:http';

/**
 * Ends a connection whose client takes nothing of an answer for so long: it would hold its place, and what the answer is
 * read from, for as long as it acknowledges that it is there. An answer that takes its time to be made is not ended.
 */
export const endWhenUnread = (response: ServerResponse, idleMs: number): void => {
  response.setTimeout(idleMs, () => {
    if (response.writableLength > 0) response.destroy();
  });
};
