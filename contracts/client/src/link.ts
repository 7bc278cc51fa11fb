import type { Query } from './request.js';

const nextLink = /<([^<>]*)>\s*;[^,]*\brel="?next"?/;

/**
 * The query of the next page, or `undefined` on the last. Only the query of the link is taken: the address
 * stays the client's own, so that the bearer goes nowhere else.
 */
export const nextQuery = (headers: Headers, baseUrl: string): Query | undefined => {
  const address = nextLink.exec(headers.get('link') ?? '')?.[1];
  if (address === undefined) return undefined;
  const { searchParams } = new URL(address, baseUrl);
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name)]),
  );
};
