import autocannon from 'autocannon';

export interface Load {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent in turn over each connection. */
  readonly requests: readonly autocannon.Request[];
}

/** Good answers a second. Throws when one was not. */
export const throughput = async ({
  url,
  connections,
  seconds,
  headers = {},
  requests,
}: Load): Promise<number> => {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers: { 'content-type': 'application/json', ...headers },
    requests: [...requests],
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(
      `${url}: ${result.errors} errors, and of the answers ${JSON.stringify(result.statusCodeStats)}`,
    );
  return result['2xx'] / result.duration;
};
