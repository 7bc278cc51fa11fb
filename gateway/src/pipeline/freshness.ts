import { noteWait, type Position } from '@cairn/kernel';
import type { Answer } from '../call/answer.js';
import { LAG_MS } from '../options/limits.js';
import { Problem } from '../problems/problem.js';
import type { Exchange } from './exchange.js';
import type { Dependencies } from './dependencies.js';

const REVISION = /^(?:0|[1-9]\d{0,17})$/;

/** How fresh a read must be: `X-Min-Position` and `X-Min-Revision` (SPEC-read-your-writes). */
export interface Freshness {
  readonly position: Position | undefined;
  readonly revision: bigint | undefined;
}

/** `undefined` when the request asks for none. Throws `invalid_header`. */
export const freshnessOf = (
  exchange: Exchange,
  { options }: Pick<Dependencies, 'options'>,
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
 * Asks when the read models have what was written before the request came, and once more when something was written
 * since. Others have the place of who waits; what the caller may is asked again after it (S18). Throws `projection_lag`
 * when it is not in time, `invalid_header` for a position that the log has not come to, or a revision that the resource has not.
 */
export const fresh = async <Asked extends { readonly answer: Answer }>(
  exchange: Exchange,
  dependencies: Dependencies,
  freshness: Freshness,
  ask: () => Promise<Asked>,
  askAfterWait: () => Promise<Asked>,
): Promise<Asked> => {
  const { clock, log } = dependencies.options;
  const until = clock.now() + dependencies.limits.lagMs;
  const position = freshness.position ?? (await log.head());
  const isThere = await isReached(dependencies, position, 0);
  if (!isThere) await withoutPlace(exchange, () => written(dependencies, position, until));
  const asked = await (isThere ? ask() : askAfterWait());
  if (isFresh(asked.answer, freshness.revision)) return asked;
  const head = await log.head();
  if (head === position) throw notFresh(dependencies, asked.answer);
  await withoutPlace(exchange, () => reached(dependencies, head, until));
  const again = await askAfterWait();
  if (isFresh(again.answer, freshness.revision)) return again;
  throw notFresh(dependencies, again.answer);
};

/** The read models have all that was written: more is not there, unless an event of it waits for a repair. */
const notFresh = ({ options }: Dependencies, answer: Answer): Problem => {
  const streams = answer.kind === 'resource' ? (answer.streams ?? []) : [];
  return options.services.some((service) => service.isStale(streams))
    ? new Problem('projection_lag')
    : new Problem('invalid_header', '`X-Min-Revision` is beyond the revision of the resource.');
};

/** Waits while others have the place of this request. */
const withoutPlace = <Result>({ place }: Exchange, wait: () => Promise<Result>): Promise<Result> =>
  place === undefined ? wait() : place.without(wait);

/** Answers when the read models have reached a position of the log. */
const written = async (dependencies: Dependencies, position: Position, until: number): Promise<void> => {
  if (position > (await dependencies.options.log.head()))
    throw new Problem('invalid_header', '`X-Min-Position` is beyond the end of the event log.');
  await reached(dependencies, position, until);
};

const reached = async (dependencies: Dependencies, position: Position, until: number): Promise<void> => {
  const { clock } = dependencies.options;
  const leftMs = Math.max(0, until - clock.now());
  const isThere = await isReached(dependencies, position, leftMs);
  noteWait('read_models', clock.now() - (until - dependencies.limits.lagMs), LAG_MS);
  if (!isThere) throw new Problem('projection_lag');
};

const isReached = async (
  { options }: Dependencies,
  position: Position,
  withinMs: number,
): Promise<boolean> => {
  const all = await Promise.all(options.services.map((service) => service.reached(position, withinMs)));
  return all.every((one) => one);
};

const isFresh = (answer: Answer, revision: bigint | undefined): boolean =>
  revision === undefined ||
  answer.kind !== 'resource' ||
  answer.revision === undefined ||
  BigInt(answer.revision) >= revision;
