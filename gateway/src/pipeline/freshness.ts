import { pause, type Position } from '@cairn/kernel';
import type { Answer } from '../operations/handler.js';
import { Problem } from '../problems/problem.js';
import type { Exchange } from './exchange.js';
import type { Workings } from './workings.js';

const REVISION = /^(?:0|[1-9]\d{0,17})$/;
const POLL_MS = 20;

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

/** Asks until the answer is fresh enough. Throws `projection_lag` when it is not in time. */
export const fresh = async <Asked extends { readonly answer: Answer }>(
  workings: Workings,
  freshness: Freshness,
  ask: () => Promise<Asked>,
): Promise<Asked> => {
  const { clock, log } = workings.options;
  const until = clock.now() + workings.limits.lagMs;
  await reached(workings, freshness.position ?? (await log.head()), until);
  for (;;) {
    const asked = await ask();
    if (isFresh(asked.answer, freshness.revision)) return asked;
    if (clock.now() >= until) throw new Problem('projection_lag');
    await pause(POLL_MS);
    await reached(workings, await log.head(), until);
  }
};

const reached = async ({ options }: Workings, position: Position, until: number): Promise<void> => {
  const leftMs = Math.max(0, until - options.clock.now());
  const all = await Promise.all(options.services.map((service) => service.reached(position, leftMs)));
  if (!all.every((one) => one)) throw new Problem('projection_lag');
};

const isFresh = (answer: Answer, revision: bigint | undefined): boolean =>
  revision === undefined ||
  answer.kind !== 'resource' ||
  answer.revision === undefined ||
  BigInt(answer.revision) >= revision;
