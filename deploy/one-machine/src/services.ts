import { datasetsService } from '@cairn/datasets';
import { identityService } from '@cairn/identity';
import {
  CACHED_STREAMS,
  type Config,
  type Engines,
  type Logger,
  measureProjections,
  type Metrics,
  readModelOf,
  RunningService,
} from '@cairn/kernel';

export interface Services {
  readonly identity: RunningService;
  readonly datasets: RunningService;
  readonly all: readonly RunningService[];
}

/** Every service, in this process, on the same engines; started, and their read models prepared. */
export const startServices = async (
  engines: Engines,
  config: Config,
  baseUrl: string,
  logger: Logger,
  metrics: Metrics,
): Promise<Services> => {
  const delay =
    config.CAIRN_PROJECTION_DELAY_MS === 0 ? {} : { projectionDelayMs: config.CAIRN_PROJECTION_DELAY_MS };
  const options = { engines, logger, baseUrl, cachedStreams: CACHED_STREAMS, ...delay };
  const identity = new RunningService(identityService, options);
  const datasets = new RunningService(datasetsService, options);
  const all = [identity, datasets];
  const projectors = all.flatMap((service) => service.projectors);
  await engines.documents.prepare(projectors.map((projector) => readModelOf(projector.projection)));
  for (const service of all) service.start();
  measureProjections(metrics, projectors);
  return { identity, datasets, all };
};

/** Answers when their work, policies and projections have ended. */
export const stopServices = async ({ all }: Services): Promise<void> => {
  await Promise.all(all.map((service) => service.stop()));
};
