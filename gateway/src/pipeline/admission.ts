import { anonymous, type Principal, scopesCover } from '@cairn/kernel';
import type { Authenticator } from '../call/authenticator.js';
import { Problem } from '../problems/problem.js';
import type { Exchange } from './exchange.js';
import type { RateLimiter } from './rates/rate-limiter.js';
import type { Route } from './route.js';
import type { Dependencies } from './dependencies.js';

/** Who calls, within its rate, and with the right to call this operation at all. Rights to an asset are decided by queries and commands. */
export const admit = async (
  exchange: Exchange,
  route: Route,
  authenticator: Authenticator,
  rates: RateLimiter,
): Promise<Principal> => {
  const principal = await principalOf(exchange, route, authenticator, rates);
  exchange.principal = principal;
  if (rates.isLimited(route.rateClass) && !isAtTheirOwn(principal, route))
    Object.assign(exchange.headers, await rates.take(route.rateClass, { principal, ip: exchange.ip }));
  refuseAccess(principal, route);
  return principal;
};

/** Who calls, asked again, and whether they still may (S18, S40): after a body that was waited for, or when rights were proved too long ago. */
export const admitAgain = async (
  exchange: Exchange,
  route: Route,
  { options, rates }: Pick<Dependencies, 'options' | 'rates'>,
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
      await rates.take('anonymous', { principal: anonymous, ip: exchange.ip }, UNAUTHENTICATED);
    throw error;
  }
};

/** Bearers that are none are counted beside what anybody may ask for. */
const UNAUTHENTICATED = 'unauthenticated:';

/** An administrator at what is theirs alone is not counted: whoever set a rate too low must be able to set another. */
const isAtTheirOwn = ({ administrator }: Principal, { operation }: Route): boolean =>
  administrator && operation.access === 'administrator';

const refuseAccess = (principal: Principal, { operation, permission }: Route): void => {
  if (operation.access === 'administrator' && !principal.administrator)
    throw new Problem('administrator_required');
  if (permission !== undefined && !scopesCover(principal.scopes, permission))
    throw new Problem(operation.access === 'administrator' ? 'administrator_required' : 'scope_missing');
};
