import findMyWay from 'find-my-way';
import { isLonger } from '@cairn/kernel';
import { Problem } from '../problems/problem.js';
import type { PathParams } from './path-params.js';
import type { Route } from './route.js';

export interface Found {
  readonly route: Route;
  readonly params: PathParams;
  /** What stands behind `?`, as it came. */
  readonly query: string;
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;
type RoutedMethod = (typeof METHODS)[number];
/** Reset tokens, names of files and uids of graphs stand in paths; nothing longer does. Characters, as schemas count them. */
const MAX_PARAMETER = 1000;
/** The tree counts the halves of a pair of surrogates. */
const MAX_UNITS = 2 * MAX_PARAMETER;
const never = (): void => undefined;

/** Finds the operation of a request: what is written out in a path wins over its parameters (TRAP-19). */
export class Router {
  readonly #tree = findMyWay({
    maxParamLength: MAX_UNITS,
    querystringParser: never,
  });

  /** Paths without parameters in a place where the route has one: they are not its own, under whatever method. */
  readonly #others = new Map<Route, readonly RegExp[]>();

  constructor(routes: readonly Route[]) {
    const paths = [...new Set(routes.map(({ operation }) => operation.path))].map((path) => path.split('/'));
    for (const route of routes) {
      const { method, path } = route.operation;
      this.#tree.on(method, path.replace(/\{(\w+)\}/g, ':$1'), never, route);
      const parts = path.split('/');
      const others = paths.filter((other) => isWithin(other, parts));
      if (others.length > 0) this.#others.set(route, others.map(patternOf));
    }
  }

  /** `undefined` when no operation has this method and path. Throws `malformed_request` for a path that cannot be decoded. */
  find(method: string | undefined, url: string): Found | undefined {
    const asked = method === 'HEAD' ? 'GET' : method;
    return isRouted(asked) ? this.#at(asked, url) : undefined;
  }

  /** The methods that a path has, as `Allow` lists them; none when there is no such path. */
  allowed(url: string): readonly string[] {
    const methods = METHODS.filter((method) => this.#at(method, url) !== undefined);
    return methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  }

  #at(method: RoutedMethod, url: string): Found | undefined {
    const found = this.#tree.find(method, url);
    if (found === null) return undefined;
    if (Object.values(found.params).some((value) => isLonger(value ?? '', MAX_PARAMETER))) return undefined;
    const route = found.store as Route;
    if (this.#others.get(route)?.some((other) => other.test(pathOf(url)))) return undefined;
    return { route, params: route.comparable(found.params), query: queryOf(url) };
  }
}

/** Whether the first path writes out what is a parameter of the second, and is the same otherwise. */
const isWithin = (written: readonly string[], open: readonly string[]): boolean => {
  const fits = (part: string, index: number): boolean =>
    part === open[index] || (isParameter(open[index]) && !isParameter(part));
  const differs = (part: string, index: number): boolean => part !== open[index];
  return written.length === open.length && written.every(fits) && written.some(differs);
};
const isParameter = (part: string | undefined): boolean => part?.startsWith('{') === true;
const patternOf = (parts: readonly string[]): RegExp =>
  new RegExp(
    `^${parts
      .join('/')
      .replaceAll('.', '\\.')
      .replace(/\{\w+\}/g, '[^/]+')}$`,
  );

const isRouted = (method: string | undefined): method is RoutedMethod =>
  METHODS.some((routed) => routed === method);

/** Refuses request targets that are no path, or whose escapes are not UTF-8. */
export const refuseTarget = (url: string): void => {
  if (!url.startsWith('/')) throw new Problem('malformed_request', 'The request target is not a path.');
  const path = pathOf(url);
  if (!path.includes('%')) return;
  try {
    if (!decodeURIComponent(path).includes('\0')) return;
  } catch {
    throw new Problem('malformed_request', 'The path has a percent escape that is not UTF-8.');
  }
  throw new Problem('malformed_request', 'The path holds the character NUL.');
};

/** The path of a request target, without its query. */
export const pathOf = (url: string): string => {
  const end = url.search(/[?#]/);
  return end === -1 ? url : url.slice(0, end);
};

const queryOf = (url: string): string => {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
};
