import { anonymous, networkOf, networksOf, type Principal, scopesCover } from '@cairn/kernel';
import { Problem } from '../problems/problem.js';
import type { Authenticator } from './authenticator.js';
import type { Exchange } from './exchange.js';
import type { Counted, RateLimiter } from './rate-limiter.js';
import type { Route } from './route.js';
import type { Workings } from './workings.js';

/** Who calls, within its rate, and with the right to call this operation at all. Rights to an asset are decided by queries and commands. */
export const admit = async (
  exchange: Exchange,
  route: Route,
  authenticator: Authenticator,
  rates: RateLimiter,
): Promise<Principal> => {
  const principal = await principalOf(exchange, route, authenticator, rates);
  exchange.principal = principal;
  if (rates.isLimited(route.rateClass))
    Object.assign(exchange.headers, await rates.take(route.rateClass, countedFor(principal, exchange.ip)));
  refuseAccess(principal, route);
  return principal;
};

/** Who calls, asked again, and whether they still may (S18, S40): after a body that was waited for, or when rights were proved too long ago. */
export const admitAgain = async (
  exchange: Exchange,
  route: Route,
  { options, rates }: Pick<Workings, 'options' | 'rates'>,
): Promise<Principal> => {
  exchange.principal = await principalOf(exchange, route, options.authenticator, rates);
  refuseAccess(exchange.principal, route);
  return exchange.principal;
};

const principalOf = async (
  exchange: Exchange,
  route: Route,
  authenticator: Authenticator,
  rates: RateLimiter,
): Promise<Principal> => {
  if (route.operation.access === 'anonymous') return anonymous;
  try {
    return await authenticator.authenticate(exchange.bearer, exchange);
  } catch (error) {
    if (error instanceof Problem && error.status === 401)
      await rates.take('anonymous', networksCounted('', exchange.ip));
    throw error;
  }
};

/** Whose bucket and whose idempotency keys: the user's, the key's, or for nobody the network's. */
export const callerOf = (principal: Principal, ip: string): string => {
  if (principal.kind === 'key') return `key:${principal.apiKeyId ?? ''}`;
  return principal.kind === 'anonymous' ? `network:${networkOf(ip)}` : `user:${principal.userId}`;
};

/** What a request is counted for: who is signed in for itself, nobody for the networks that it comes from (S44). */
export const countedFor = (principal: Principal, ip: string): readonly Counted[] =>
  principal.kind === 'anonymous'
    ? networksCounted('network:', ip)
    : [{ caller: callerOf(principal, ip), times: 1 }];

const networksCounted = (prefix: string, ip: string): readonly Counted[] =>
  networksOf(ip).map(({ network, times }) => ({ caller: `${prefix}${network}`, times }));

const refuseAccess = (principal: Principal, { operation, permission }: Route): void => {
  if (operation.access === 'administrator' && !principal.administrator)
    throw new Problem('administrator_required');
  if (permission !== undefined && !scopesCover(principal.scopes, permission))
    throw new Problem(operation.access === 'administrator' ? 'administrator_required' : 'scope_missing');
};
