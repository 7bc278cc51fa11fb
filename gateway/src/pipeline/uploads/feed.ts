import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';
import { Problem } from '../../problems/problem.js';

/**
 * Sends a request's body into a sink without ever destroying the request, which still has to be answered. The sink is
 * destroyed with a `Problem` when the body ends too early or stands still. Answers how to stop.
 */
export const feed = (request: IncomingMessage, sink: Writable, idleMs: number): (() => void) => {
  const fail = (problem: Problem): void => {
    stop();
    sink.destroy(problem);
  };
  const timer = setTimeout(() => fail(new Problem('request_timeout')), idleMs);
  const touch = (): void => void timer.refresh();
  const broken = (): void => {
    if (!request.complete) fail(new Problem('malformed_request', 'The body ended too early.'));
  };
  const stop = (): void => {
    clearTimeout(timer);
    request.unpipe(sink);
    request.off('data', touch).off('close', broken).off('error', broken).off('end', ended);
  };
  const ended = (): void => clearTimeout(timer);
  request.on('close', broken).on('error', broken).on('end', ended);
  request.pipe(sink);
  request.on('data', touch);
  return stop;
};
