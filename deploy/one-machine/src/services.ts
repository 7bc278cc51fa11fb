import { datasetsService } from '@cairn/datasets';
import { identityService } from '@cairn/identity';
import {
  accountLimitsOf,
  CACHED_BYTES,
  type Config,
  type Engines,
  fileLimitsOf,
  type Logger,
  measureCommands,
  measureProjections,
  measureServices,
  measureRefusals,
  type Metrics,
  type Position,
  quotasOf,
  readModelOf,
  refuseLostTail,
  refuseOtherLog,
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
  const limits = {
    fileLimits: fileLimitsOf(config),
    quotas: quotasOf(config),
    accountLimits: accountLimitsOf(config),
  };
  const observeCommand = measureCommands(metrics);
  const options = {
    engines,
    logger,
    baseUrl,
    ...limits,
    cachedBytes: CACHED_BYTES,
    observeCommand,
    ...delay,
  };
  const identity = new RunningService(identityService, options);
  const datasets = new RunningService(datasetsService, options);
  const all = [identity, datasets];
  const projectors = all.flatMap((service) => service.projectors);
  await engines.documents.prepare(projectors.map((projector) => readModelOf(projector.projection)));
  if (config.CAIRN_EVENTSTOREDB_URL === '')
    await refuseLostTail(
      engines,
      projectors.map(({ projection }) => projection),
    );
  for (const service of all) await refuseOtherLog(engines, service);
  for (const service of all) service.start();
  measureProjections(metrics, projectors);
  measureServices(metrics, all, () => engines.clock.now());
  measureRefusals(metrics, all);
  await caughtUp(all, await engines.log.head());
  return { identity, datasets, all };
};

const CATCH_UP_MS = 2_000;

/**
 * What was acknowledged before a crash is read again from the first answer on: the read models make up for the moment
 * that they lost. A rebuild takes longer and is not waited for.
 */
const caughtUp = async (all: readonly RunningService[], head: Position): Promise<void> => {
  await Promise.all(all.map((service) => service.reached(head, CATCH_UP_MS)));
};

/** Answers when their work, policies and projections have ended. */
export const stopServices = async ({ all }: Services): Promise<void> => {
  await Promise.all(all.map((service) => service.stop()));
};
