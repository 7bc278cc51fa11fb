import type { RequestListener } from 'node:http';
import type { Readiness } from '@cairn/contracts';
import { CatchingUp, JobEnds } from '@cairn/kernel';
import express from 'express';
import { refuseDrift } from './contract-check.js';
import { platformHandlers } from './operations/platform/index.js';
import { readinessAt } from './operations/platform/readiness.js';
import type { GatewayOptions } from './options/options.js';
import type { LoadKind } from './pipeline/load.js';
import { etagAt } from './pipeline/reads.js';
import { type Route, routeOf } from './pipeline/route.js';
import { serve } from './pipeline/serve.js';
import { Schemas } from './pipeline/validation/schemas.js';
import { type Dependencies, dependenciesOf } from './pipeline/dependencies.js';

export interface Gateway {
  /** Answers requests of `node:http`. */
  readonly listener: RequestListener;
  readonly routes: readonly Route[];
  /** What is worked on and what was refused. */
  readonly load: Pick<Dependencies['load'], LoadKind | 'heavyReads' | 'bufferedBytes'>;
  /** What was refused because it came too often. */
  readonly rates: Pick<Dependencies['rates'], 'refused'>;
  /** Large answers that their clients have not taken yet. */
  readonly unread: Pick<Dependencies['unread'], 'bytes'>;
  /** How often each bound on what clients may take was told to one. */
  readonly bounds: Pick<Dependencies['bounds'], 'counts'>;
  /** What `/readyz` answers. */
  readiness(this: void): Promise<Readiness>;
  /** Whether its read models have come to where the log stood when it began; reads are 503 until then. */
  hasCaughtUp(this: void): Promise<boolean>;
  /** Once nothing is in flight any more: the log is not followed after it. */
  stop(): Promise<void>;
}

/** The REST edge over these services. Throws when what it would serve is not the contract (S45). */
export const createGateway = (options: GatewayOptions): Gateway => {
  const catchingUp = new CatchingUp(options.log, options.services);
  const readiness = readinessAt(options, catchingUp);
  const handlers = [...options.handlers, ...platformHandlers(options, readiness)];
  refuseDrift(handlers, options.operations, options.openapi);
  const schemas = new Schemas();
  const routes = handlers.map((handler) => routeOf(handler, schemas));
  const app = express();
  app.disable('x-powered-by').disable('etag');
  const jobEnds = new JobEnds({ ...options, kinds: options.jobs });
  const dependencies = dependenciesOf({ ...options, catchingUp }, routes, etagAt, jobEnds);
  const answer = serve(dependencies);
  app.use(answer);
  return {
    listener: apiFirst(answer, app),
    routes,
    load: dependencies.load,
    rates: dependencies.rates,
    unread: dependencies.unread,
    bounds: dependencies.bounds,
    readiness,
    hasCaughtUp: () => catchingUp.isOverNow(),
    stop: () => jobEnds.stop(),
  };
};

/** Requests of the API go straight to its own router: the layers of express would cost a third of a small answer. */
const apiFirst =
  (answer: ReturnType<typeof serve>, app: RequestListener): RequestListener =>
  (request, response) => {
    if (request.url?.startsWith('/api/') === true) answer(request, response).catch(() => response.destroy());
    else app(request, response);
  };
