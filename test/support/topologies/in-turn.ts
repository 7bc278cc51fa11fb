import { type Client, createClient } from '@cairn/client';

/** Clients of several gateways, given out in turn. */
export const inTurn = (
  gateways: () => readonly string[],
  fetchWith: typeof fetch = fetch,
): ((token?: string) => Client) => {
  let next = 0;
  return (token) => {
    const all = gateways();
    const baseUrl = all[next % all.length] ?? '';
    next += 1;
    return createClient({ baseUrl, token, fetch: fetchWith });
  };
};
