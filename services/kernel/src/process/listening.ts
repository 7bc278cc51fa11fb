import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Connections } from './connections.js';
import { refuseConnection, refuseForNow, refuseTunnel } from './refusals.js';
import { StartError } from './start-error.js';

/** A bound port. Until there is an answerer, every request is told to come again. */
export interface Listening {
  readonly url: string;
  readonly connections: Pick<Connections, 'open' | 'refused'>;
  answer(listener: RequestListener): void;
  /** Takes no new connection, tells the open ones to end, and answers when every request was answered. Idempotent. */
  stop(): Promise<void>;
}

/** Bodies have a limit of their own: an archive may take long, a client that sends nothing is told so by the gateway. */
const SERVER_OPTIONS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 0,
  // Longer than balancers keep a connection that nothing happens on, usually a minute: they end it, not we under a request.
  keepAliveTimeout: 65_000,
  // Node's own refusal says nothing: who answers requests refuses those without Host.
  requireHostHeader: false,
};

/**
 * Listens, with so many connections at most: without a bound where none but Cairn's own processes come. Throws
 * `StartError` when the port is taken or may not be used.
 */
export const listen = async (
  port: number,
  host: string,
  mostConnections = Number.POSITIVE_INFINITY,
): Promise<Listening> => {
  let answering: RequestListener = refuseForNow;
  let stopping = false;
  const inFlight = new Set<ServerResponse>();
  const answer: RequestListener = (request, response) => {
    inFlight.add(response);
    const { socket } = request;
    connections.asked(socket);
    // One listener: those of the streams that answers are sent by reach the number of which Node warns.
    response.once('close', () => {
      inFlight.delete(response);
      connections.answered(socket);
    });
    if (stopping) endConnectionAfter(response);
    answering(request, response);
  };
  const server = createServer(SERVER_OPTIONS, answer).on('checkExpectation', answer);
  server.on('clientError', refuseConnection).on('connect', refuseTunnel);
  const connections = new Connections(server, mostConnections);
  await bound(server, port, host);
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    connections,
    answer: (listener) => void (answering = listener),
    stop: () => {
      stopping = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      connections.closeQuiet();
      for (const response of inFlight) endConnectionAfter(response);
      return closed;
    },
  };
};

/** A client that keeps its connections would keep this one: the answer says that it ends, or the end of the answer does. */
const endConnectionAfter = (response: ServerResponse): void => {
  const { socket } = response;
  if (!response.headersSent) response.setHeader('connection', 'close');
  else if (response.writableFinished) socket?.destroySoon();
  else response.once('finish', () => socket?.destroySoon());
};

const bound = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new StartError(reasonOf(error, port, host))),
    );
    server.listen(port, host, () => resolve());
  });

const reasonOf = (error: NodeJS.ErrnoException, port: number, host: string): string => {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} on ${host} is in use: stop what uses it, or choose another with CAIRN_PORT.`;
  if (error.code === 'EACCES')
    return `Port ${port} may not be used by this user: choose another with CAIRN_PORT.`;
  return `Cairn cannot listen on ${host}:${port} (${error.code ?? error.message}): see CAIRN_HOST and CAIRN_PORT.`;
};
