import type { ServerResponse } from 'node:http';
import { LeastRate } from '../../http/least-rate.js';
import type { Dependencies } from '../dependencies.js';

/**
 * Ends a connection whose client takes an answer too slowly: it would hold its place, and what the answer is read from,
 * for as long as it acknowledges that it is there. An answer that takes its time to be made is not ended.
 */
export const endWhenUnread = (
  response: ServerResponse,
  { clientRate, bounds }: Pick<Dependencies, 'clientRate' | 'bounds'>,
): void => {
  const rate = new LeastRate(clientRate, {
    moved: () => takenOf(response),
    isWaitedFor: () => response.writableLength > 0,
    end: () => {
      bounds.count('client_rate');
      response.destroy();
    },
  });
  response.once('close', () => rate.stop());
};

/** Bytes that the system has taken for the client, of this answer and of those before it on the connection. */
const takenOf = ({ socket }: ServerResponse): number =>
  socket === null ? 0 : socket.bytesWritten - socket.writableLength;
