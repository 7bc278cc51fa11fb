import { pause, type Position } from '@cairn/kernel';
import type { Answer } from '../operations/handler.js';
import { Problem } from '../problems/problem.js';
import type { Exchange } from './exchange.js';
import type { Workings } from './workings.js';

const REVISION = /^(?:0|[1-9]\d{0,17})$/;
const FIRST_PAUSE_MS = 20;

/** How fresh a read must be: `X-Min-Position` and `X-Min-Revision` (decisions, section 2, *Read your writes*). */
export interface Freshness {
  readonly position: Position | undefined;
  readonly revision: bigint | undefined;
}

/** `undefined` when the request asks for none. Throws `invalid_header`. */
export const freshnessOf = (
  exchange: Exchange,
  { options }: Pick<Workings, 'options'>,
): Freshness | undefined => {
  const position = exchange.header('x-min-position');
  const revision = exchange.header('x-min-revision');
  if (position === undefined && revision === undefined) return undefined;
  if (position !== undefined && !options.log.isPosition(position))
    throw new Problem('invalid_header', '`X-Min-Position` is a position as a write answers it.');
  if (revision !== undefined && !REVISION.test(revision))
    throw new Problem('invalid_header', '`X-Min-Revision` is a revision as a write answers it.');
  return { position, revision: revision === undefined ? undefined : BigInt(revision) };
};

/**
 * Asks until the answer is fresh enough, again only when something was written since and after growing pauses. Others
 * have the place of who waits; what the caller may is asked again after it (S18). Throws `projection_lag` when it is not in time, `invalid_header` for a position that the
 * log has not come to.
 */
export const fresh = async <Asked extends { readonly answer: Answer }>(
  exchange: Exchange,
  workings: Workings,
  freshness: Freshness,
  ask: () => Promise<Asked>,
  askAfterWait: () => Promise<Asked>,
): Promise<Asked> => {
  const { clock, log } = workings.options;
  const until = clock.now() + workings.limits.lagMs;
  const position = freshness.position ?? (await log.head());
  const isThere = await isReached(workings, position, 0);
  if (!isThere) await aside(exchange, () => written(workings, position, until));
  const grown = growth(workings, position, until);
  let asked = await (isThere ? ask() : askAfterWait());
  while (!isFresh(asked.answer, freshness.revision)) {
    await aside(exchange, () => grown.next());
    asked = await askAfterWait();
  }
  return asked;
};

/** Waits while others have the place of this request. */
const aside = <Result>({ place }: Exchange, wait: () => Promise<Result>): Promise<Result> =>
  place === undefined ? wait() : place.without(wait);

/** Answers when the read models have reached a position of the log. */
const written = async (workings: Workings, position: Position, until: number): Promise<void> => {
  if (position > (await workings.options.log.head()))
    throw new Problem('invalid_header', '`X-Min-Position` is beyond the end of the event log.');
  await reached(workings, position, until);
};

/** Comes by each time the log was found to be longer and the read models have followed. Throws `projection_lag` in the end. */
async function* growth(workings: Workings, from: Position, until: number): AsyncGenerator<void, never> {
  const { clock, log } = workings.options;
  let seen = from;
  for (let pauseMs = FIRST_PAUSE_MS; clock.now() < until; pauseMs *= 2) {
    await pause(Math.min(pauseMs, until - clock.now()));
    const head = await log.head();
    if (head === seen) continue;
    await reached(workings, head, until);
    seen = head;
    yield;
  }
  throw new Problem('projection_lag');
}

const reached = async (workings: Workings, position: Position, until: number): Promise<void> => {
  const leftMs = Math.max(0, until - workings.options.clock.now());
  if (!(await isReached(workings, position, leftMs))) throw new Problem('projection_lag');
};

const isReached = async ({ options }: Workings, position: Position, withinMs: number): Promise<boolean> => {
  const all = await Promise.all(options.services.map((service) => service.reached(position, withinMs)));
  return all.every((one) => one);
};

const isFresh = (answer: Answer, revision: bigint | undefined): boolean =>
  revision === undefined ||
  answer.kind !== 'resource' ||
  answer.revision === undefined ||
  BigInt(answer.revision) >= revision;
