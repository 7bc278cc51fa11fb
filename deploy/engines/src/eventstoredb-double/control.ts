import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EventStoreDbDouble } from './double.js';
import { cutFrom, faultsFrom, UnknownFault } from './fault-request.js';

const HOST = '127.0.0.1';
const LARGEST_BODY_BYTES = 64 * 1024;

/** The port by which the knobs of a running double are turned from another process. */
export interface ControlPort {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Serves `GET /faults` (those that will still strike), `POST /faults` (adds one fault or a list), `DELETE /faults`,
 * `POST /cut` (`{"by":"call"}`: breaks the subscriptions that run) and `POST /scavenge`. Port 0 takes a free one.
 */
export const startControlPort = async (double: EventStoreDbDouble, port: number): Promise<ControlPort> => {
  const server = createServer((request, response) => {
    answer(double, request).then(
      (value) => send(response, 200, value),
      (error: unknown) => send(response, error instanceof UnknownFault ? 400 : 500, textOf(error)),
    );
  });
  await listen(server, port);
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

type Knob = (double: EventStoreDbDouble, request: IncomingMessage) => unknown;

/** What can be asked for. Each answers what is sent back as JSON. */
const KNOBS: Readonly<Record<string, Knob>> = {
  'GET /faults': ({ faults }) => faults.list(),
  'POST /faults': async ({ faults }, request) => {
    for (const fault of faultsFrom(await bodyOf(request))) faults.add(fault);
    return faults.list();
  },
  'DELETE /faults': ({ faults }) => {
    faults.clear();
    return faults.list();
  },
  'POST /cut': async (double, request) => ({ cut: double.cutSubscriptions(cutFrom(await bodyOf(request))) }),
  'POST /scavenge': async (double) => ({ removed: await double.scavenge() }),
};

const answer = async (double: EventStoreDbDouble, request: IncomingMessage): Promise<unknown> => {
  const knob = KNOBS[`${request.method ?? ''} ${request.url ?? ''}`];
  if (knob === undefined) throw new UnknownFault(`one of ${Object.keys(KNOBS).join(', ')}`);
  return knob(double, request);
};

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > LARGEST_BODY_BYTES) throw new UnknownFault('the body is too large');
    parts.push(part);
  }
  try {
    return bytes === 0 ? {} : JSON.parse(Buffer.concat(parts).toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) throw new UnknownFault('the body is not JSON');
    throw error;
  }
};

const send = (response: ServerResponse, code: number, body: unknown): void => {
  response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

const textOf = (error: unknown): { message: string } => ({
  message: error instanceof Error ? error.message : String(error),
});

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, resolve);
  });
