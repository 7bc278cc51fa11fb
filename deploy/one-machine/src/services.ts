import {
  CACHED_BYTES,
  type Config,
  type Engines,
  type FindService,
  type Logger,
  measureCommands,
  measureProjections,
  measureServices,
  measureRefusals,
  type Metrics,
  type Position,
  prepareDocuments,
  refuseLostTail,
  refuseOtherLog,
  refuseUnknownEvents,
  RunningService,
  serviceLimitsOf,
  untilEnginesAnswer,
} from '@cairn/kernel';
import { allServices, quotasInForce, requesters, rights } from '@cairn/services';

/** Every service, in this process, on the same engines; started, and their read models prepared. */
export const startServices = async (
  engines: Engines,
  config: Config,
  baseUrl: string,
  logger: Logger,
  metrics: Metrics,
): Promise<readonly RunningService[]> => {
  const delay =
    config.CAIRN_PROJECTION_DELAY_MS === 0 ? {} : { projectionDelayMs: config.CAIRN_PROJECTION_DELAY_MS };
  const observeCommand = measureCommands(metrics);
  const options = {
    engines,
    logger,
    baseUrl,
    ...serviceLimitsOf(config),
    requesters,
    rights,
    quotasInForce,
    cachedBytes: CACHED_BYTES,
    observeCommand,
    ...delay,
  };
  const find: FindService = (name) => all.find((service) => service.name === name);
  const all: readonly RunningService[] = allServices.map(
    (service) => new RunningService(service, { ...options, find }),
  );
  const projectors = all.flatMap((service) => service.projectors);
  const starting = { config, logger };
  const projections = projectors.map(({ projection }) => projection);
  await prepareDocuments(starting, engines.documents, projections);
  await untilEnginesAnswer(starting, async () => {
    if (config.CAIRN_EVENTSTOREDB_URL === '') await refuseLostTail(engines, projections);
    for (const service of all) await refuseOtherLog(engines, service);
    for (const service of allServices) await refuseUnknownEvents(engines.log, service);
  });
  for (const service of all) service.start();
  measureProjections(metrics, projectors);
  measureServices(metrics, all, () => engines.clock.now());
  measureRefusals(metrics, all);
  await caughtUp(all, await untilEnginesAnswer(starting, () => engines.log.head()));
  return all;
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
export const stopServices = async (all: readonly RunningService[]): Promise<void> => {
  await Promise.all(all.map((service) => service.stop()));
};
