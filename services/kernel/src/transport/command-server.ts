import express, { type Request, type RequestHandler, type Response } from 'express';
import type { RequestListener } from 'node:http';
import type { Clock } from '../clock/port.js';
import type { Logger } from '../logging/port.js';
import { ALIVE, type AskReadiness, readinessOf, statusOf } from '../runtime/health.js';
import type { CallMessage } from '../messages/call-message.js';
import type { CommandMessage } from '../messages/command-message.js';
import type { ProjectionAdministration } from '../runtime/projection-administration.js';
import type { RunningService } from '../runtime/service-runner.js';
import { thrownOf } from './errors.js';
import { sendProgress } from './progress-stream.js';
import {
  CALLS,
  COMMANDS,
  PROGRESS,
  PROJECTIONS,
  ServiceUnavailable,
  SIGNATURE_HEADER,
  Unreadable,
  Unsigned,
} from '../messages/protocol.js';
import type { SignedRequest, Signatures } from './signatures.js';

export interface CommandServerOptions {
  readonly service: RunningService;
  readonly administration: ProjectionAdministration;
  readonly signatures: Signatures;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly readiness: AskReadiness;
  /** Aborts when the process is asked to end: what is in flight is finished, nothing new is taken. */
  readonly stopping: AbortSignal;
}

/** A bulk command of the largest JSON body, with room for what the gateway adds. */
const LARGEST_MESSAGE = '64mb';

/** A service's own interface: commands, calls of other services, how far its projections are, their administration. Everything is signed. */
export const commandServer = (options: CommandServerOptions): RequestListener => {
  const { service, administration, signatures, stopping } = options;
  const app = express();
  app.disable('x-powered-by');
  app.get('/healthz', (_, response) => void response.json(ALIVE));
  app.get(
    '/readyz',
    answering(async (_, response) => tellReadiness(options, response)),
  );
  app.use(signed((request) => signatures.refusalOfHeader(signatureOf(request))));
  app.use(withBody());
  app.use(signed((request) => signatures.refusal(signedPart(request), signatureOf(request))));
  app.use(
    answering(async (_request, _response, next) => {
      if (stopping.aborted) throw new ServiceUnavailable(`${service.name} is stopping`);
      next();
    }),
  );
  app.post(
    COMMANDS,
    answering(async (request, response) => {
      response.json(await service.execute(messageOf(request) as CommandMessage));
    }),
  );
  app.post(
    CALLS,
    answering(async (request, response) => {
      response.json(await service.call(messageOf(request) as CallMessage));
    }),
  );
  app.get(PROGRESS, (_, response) => sendProgress(service, response, stopping));
  app.get(
    PROJECTIONS,
    answering(async (_, response) => void response.json(await administration.status())),
  );
  for (const act of ['replay', 'rebuild'] as const)
    app.post(
      `${PROJECTIONS}/:name/${act}`,
      answering(async ({ params }, response) => {
        const status = await administration[act](String(params['name']));
        response.status(status === undefined ? 404 : 200).json(status ?? null);
      }),
    );
  return app;
};

const messageOf = ({ body }: Request): unknown => {
  try {
    return JSON.parse(String(body));
  } catch (error) {
    throw new Unreadable('the message is no JSON', { cause: error });
  }
};

const signatureOf = (request: Request): string | undefined => request.get(SIGNATURE_HEADER);

const signedPart = ({ method, path, body }: Request): SignedRequest => ({
  method,
  path,
  body: typeof body === 'string' ? body : '',
});

const tellReadiness = async (
  { readiness, stopping }: CommandServerOptions,
  response: Response,
): Promise<void> => {
  const told = stopping.aborted ? readinessOf('stopping') : await readiness();
  response.status(statusOf(told)).json(told);
};

/** Refuses what no process of this installation has signed, or signed too long ago; before its body is read, and by it. */
const signed = (refusalOf: (request: Request) => Promise<string | undefined>): RequestHandler =>
  answering(async (request, response, next) => {
    const refusal = await refusalOf(request);
    if (refusal === undefined) next();
    else response.status(401).json(thrownOf(new Unsigned(`The request is refused: ${refusal}.`)));
  });

/** Reads the body; that it cannot be read is told as everything else. */
const withBody = (): RequestHandler => {
  const text = express.text({ type: () => true, limit: LARGEST_MESSAGE, defaultCharset: 'utf-8' });
  return (request, response, next) =>
    text(request, response, (error?: unknown) => {
      if (error === undefined) {
        next();
        return;
      }
      const { status, message } = error as HttpError;
      response.status(status === 413 ? 413 : 400).json(thrownOf(new Unreadable(message)));
    });
};

interface HttpError extends Error {
  readonly status?: number;
}

/** What is thrown is told to the caller as it is, so that it throws the same. */
const answering =
  (answer: (...given: Parameters<RequestHandler>) => Promise<void>): RequestHandler =>
  async (request, response, next) => {
    try {
      await answer(request, response, next);
    } catch (error) {
      const thrown = thrownOf(error);
      response.status(STATUSES.get(thrown.thrown) ?? 503).json(thrown);
    }
  };

/** Of what is thrown; of all else that is known by name, 503. */
const STATUSES: ReadonlyMap<string, number> = new Map([
  ['Error', 500],
  [Unreadable.name, 400],
]);
