import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';

export interface WireRequest {
  readonly method: string;
  /** With the query, as it goes over the wire. */
  readonly path: string;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** An iterable is sent as it comes, without a length. */
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>;
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
}

const agent = new Agent({ keepAlive: true });

/**
 * Sends a request that `fetch` would not: any method, any header. A server that answers and closes before it has
 * read everything has answered.
 */
export const wire = (cairn: { readonly baseUrl: string }, sent: WireRequest): Promise<WireAnswer> =>
  new Promise((resolve, reject) => {
    const headers = {
      ...(sent.token === undefined ? {} : { authorization: `Bearer ${sent.token}` }),
      ...framingOf(sent),
      ...sent.headers,
    };
    const { hostname, port } = new URL(cairn.baseUrl);
    const outgoing = request({ hostname, port, path: sent.path, method: sent.method, headers, agent });
    let answered = false;
    outgoing.on('error', (error) => answered || reject(error));
    outgoing.on('response', (response) => {
      answered = true;
      const chunks: Buffer[] = [];
      const end = (): void => {
        const bytes = Buffer.concat(chunks);
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes,
          text: bytes.toString(),
        });
      };
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', end).on('error', end);
    });
    void write(outgoing, sent.body).catch((error: unknown) => answered || reject(error as Error));
  });

/** Node frames the body of no DELETE by itself: it would be taken for the next request. */
const framingOf = ({ method, body }: WireRequest): Readonly<Record<string, string | number>> => {
  if (method !== 'DELETE' || body === undefined) return {};
  const isWhole = typeof body === 'string' || body instanceof Uint8Array;
  return isWhole ? { 'content-length': Buffer.byteLength(body) } : { 'transfer-encoding': 'chunked' };
};

const write = async (outgoing: ReturnType<typeof request>, body: WireRequest['body']): Promise<void> => {
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) {
    outgoing.end(body);
    return;
  }
  for await (const chunk of body) {
    if (outgoing.destroyed) return;
    if (!outgoing.write(chunk)) await drainedOrClosed(outgoing);
  }
  outgoing.end();
};

const drainedOrClosed = (outgoing: ReturnType<typeof request>): Promise<void> =>
  new Promise((resolve) => {
    const heard = (): void => {
      outgoing.off('drain', heard).off('close', heard);
      resolve();
    };
    outgoing.on('drain', heard).on('close', heard);
  });

/** Writes bytes as they are and answers all that came back until the server closed. */
export const rawExchange = (cairn: { readonly baseUrl: string }, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(cairn.baseUrl);
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let heard = '';
    socket.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')));
    socket.on('error', (error) => (heard === '' ? reject(error) : resolve(heard)));
    socket.on('close', () => resolve(heard));
  });
