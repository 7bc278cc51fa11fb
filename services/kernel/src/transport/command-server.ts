import express, { type Request, type RequestHandler, type Response } from 'express';
import type { RequestListener } from 'node:http';
import type { Clock } from '../clock/port.js';
import type { Logger } from '../logging/port.js';
import type { CommandMessage } from '../runtime/command-message.js';
import type { ProjectionAdministration } from '../runtime/projection-administration.js';
import type { RunningService } from '../runtime/service-runner.js';
import { errorOf, thrownOf } from './errors.js';
import { sendProgress } from './progress-stream.js';
import {
  COMMANDS,
  PROGRESS,
  PROJECTIONS,
  ServiceUnavailable,
  SIGNATURE_HEADER,
  Unsigned,
} from './protocol.js';
import type { Signatures } from './signatures.js';

export interface CommandServerOptions {
  readonly service: RunningService;
  readonly administration: ProjectionAdministration;
  readonly signatures: Signatures;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Why this process should get no commands now; `undefined` when it should. */
  readonly notReady: () => Promise<string | undefined>;
  /** Aborts when the process is asked to end: what is in flight is finished, nothing new is taken. */
  readonly stopping: AbortSignal;
}

/** A bulk command of the largest JSON body, with room for what the gateway adds. */
const LARGEST_MESSAGE = '64mb';

/** A service's own interface: commands, how far its projections are, their administration. Everything is signed. */
export const commandServer = (options: CommandServerOptions): RequestListener => {
  const { service, administration, stopping } = options;
  const app = express();
  app.disable('x-powered-by');
  app.get('/healthz', (_, response) => void response.json({ status: 'ok' }));
  app.get(
    '/readyz',
    answering(async (_, response) => readiness(options, response)),
  );
  app.use(express.text({ type: () => true, limit: LARGEST_MESSAGE, defaultCharset: 'utf-8' }));
  app.use(signed(options));
  app.use(
    answering(async (_request, _response, next) => {
      if (stopping.aborted) throw new ServiceUnavailable(`${service.name} is stopping`);
      next();
    }),
  );
  app.post(
    COMMANDS,
    answering(async (request, response) => {
      response.json(await service.execute(messageOf(request)));
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

const messageOf = (request: Request): CommandMessage => JSON.parse(String(request.body)) as CommandMessage;

const readiness = async ({ notReady, stopping }: CommandServerOptions, response: Response): Promise<void> => {
  const reason = stopping.aborted ? 'stopping' : await notReady();
  response.status(reason === undefined ? 200 : 503);
  response.json(reason === undefined ? { status: 'ready' } : { status: 'not_ready', reason });
};

/** Refuses what no process of this installation has signed, or signed too long ago. */
const signed = ({ signatures }: CommandServerOptions): RequestHandler =>
  answering(async (request, response, next) => {
    const { method, path } = request;
    const body = typeof request.body === 'string' ? request.body : '';
    const refusal = await signatures.refusal({ method, path, body }, request.get(SIGNATURE_HEADER));
    if (refusal === undefined) next();
    else response.status(401).json(thrownOf(new Unsigned(`The request is refused: ${refusal}.`)));
  });

/** What is thrown is told to the caller as it is, so that it throws the same. */
const answering =
  (answer: (...given: Parameters<RequestHandler>) => Promise<void>): RequestHandler =>
  async (request, response, next) => {
    try {
      await answer(request, response, next);
    } catch (error) {
      const thrown = thrownOf(error);
      response.status(errorOf(thrown).name === 'Error' ? 500 : 503).json(thrown);
    }
  };
