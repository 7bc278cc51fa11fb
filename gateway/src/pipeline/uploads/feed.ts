import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';
import { type ClientRate, LeastRate, tooSlow } from '../../http/least-rate.js';
import { tooLarge } from '../../http/request-body.js';
import { Problem } from '../../problems/problem.js';

export interface FeedLimits extends ClientRate {
  /** Of the whole body. */
  readonly maxBytes: number;
}

/**
 * Sends a request's body into a sink without ever destroying the request, which still has to be answered. The sink is
 * destroyed with a `Problem` when the body ends too early, is too large, or comes too slowly: while the sink is what is
 * slow, the client is waited for. Answers how to stop.
 */
export const feed = (request: IncomingMessage, sink: Writable, limits: FeedLimits): (() => void) => {
  let bytes = 0;
  const fail = (problem: Problem): void => {
    stop();
    sink.destroy(problem);
  };
  const count = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes > limits.maxBytes) fail(tooLarge(limits.maxBytes));
  };
  const rate = new LeastRate(limits, {
    moved: () => bytes,
    isWaitedFor: () => !sink.writableNeedDrain,
    end: () => fail(tooSlow(limits)),
  });
  const broken = (): void => {
    if (!request.complete) fail(new Problem('malformed_request', 'The body ended too early.'));
  };
  const ended = (): void => rate.stop();
  const stop = (): void => {
    rate.stop();
    request.unpipe(sink);
    request.off('data', count).off('close', broken).off('error', broken).off('end', ended);
  };
  request.on('close', broken).on('error', broken).on('end', ended);
  request.on('data', count);
  request.pipe(sink);
  return stop;
};
