import { isOpenInference } from '@cairn/contracts';
import type { Json } from '@cairn/kernel';
import { Problem, storageBoundOf } from '../problems/problem.js';
import { problemBody, problemHeaders } from '../problems/problem-body.js';
import { problemOf } from '../problems/problem-of.js';
import { send } from './answers/send.js';
import type { Exchange } from './exchange.js';
import { noteFailure } from './journaling.js';
import type { Dependencies } from './dependencies.js';

/** Answers a request that failed, whatever was thrown, and logs what was not foreseen. */
export const refuse = (exchange: Exchange, error: unknown, dependencies: Dependencies): void => {
  const { response } = exchange;
  if (response.destroyed || isGone(error)) {
    response.destroy();
    return;
  }
  const problem = problemOf(error);
  note(exchange, problem, error, dependencies);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const own = ownBody(exchange, problem);
  const body = own ?? toldBody(exchange, problem);
  const answer = {
    status: problem.status,
    headers: problemHeaders(problem, exchange.bearer !== undefined),
    text: JSON.stringify(body),
  };
  send(exchange, dependencies, answer, own === undefined ? 'application/problem+json' : 'application/json');
};

/** Clients of the open inference protocol look for the sentence in `error`. */
const toldBody = (exchange: Exchange, problem: Problem): Json => {
  const { instance, requestId } = exchange;
  const body = problemBody(problem, instance, requestId);
  return isOpenInference(instance) ? { ...body, error: body.detail } : body;
};

/** Keeps the code for the line of the request, counts a bound, tells what was not foreseen. */
const note = (exchange: Exchange, problem: Problem, error: unknown, dependencies: Dependencies): void => {
  const { bound } = problem.more;
  exchange.refused = problem.code;
  exchange.bound = storageBoundOf(problem);
  if (bound !== undefined && bound !== 'unused_uploads') dependencies.bounds.count(bound);
  if (problem.status >= 500) noteFailure(exchange, problem, error, dependencies.edge.errors);
  if (problem.status >= 500 && !(error instanceof Problem))
    dependencies.options.logger.error({ request: exchange.requestId, err: error }, 'a request failed');
};

/** What a handler gave as the body, or what its operation says instead of a problem for such a status. */
const ownBody = ({ route, echo }: Exchange, problem: Problem): unknown => {
  if (problem.more.body !== undefined) return problem.more.body;
  const isReply = route?.operation.replies[problem.status]?.schema !== undefined;
  return isReply ? route.handler.refusalBody?.of(problem, echo) : undefined;
};

const GONE = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE']);

/** The client went away; there is nobody to tell. */
const isGone = (error: unknown): boolean =>
  error instanceof Error && GONE.has((error as NodeJS.ErrnoException).code ?? '');
