import { patient } from '../clock/patience.js';
import { pause } from '../clock/pause.js';
import { instanceName, processLogger } from '../logging/index.js';
import type { Logger } from '../logging/port.js';
import { underLease } from '../registers/index.js';
import { CatchingUp } from '../runtime/catching-up.js';
import { measureCommands, type ObserveCommand } from '../runtime/command-metrics.js';
import { type Config, serviceLimitsOf } from '../config/index.js';
import { createMetrics, type Metrics, measureProjections, measureRefusals } from '../metrics/metrics.js';
import { measureServices } from '../runtime/service-metrics.js';
import { projectionAdministration } from '../runtime/projection-administration.js';
import type { Leadership } from '../runtime/leadership.js';
import type { ServiceOptions } from '../runtime/service-options.js';
import { RunningService } from '../runtime/service-runner.js';
import type { Service } from '../definition/service.js';
import { startTracing } from '../tracing/index.js';
import { commandServer, Signatures, TRANSPORT_KEYS } from '../transport/index.js';
import type { EngineHealth } from './engine-health.js';
import { measureEngines } from './engine-metrics.js';
import { type Starting, untilEnginesAnswer } from './engine-wait.js';
import { type OpenEngines, openEngines } from './engines.js';
import type { AskReadiness } from '../runtime/health.js';
import { listen } from './listening.js';
import { commandLines, metricsLines, openMetricsPort } from './metrics-port.js';
import { prepareDocuments } from './prepared-documents.js';
import { engineChecks, projectionsCheck, readinessFrom, readModelsCheck, ServerKeys } from './readiness.js';
import type { RunningProcess } from './run-process.js';
import { refuseUnknownEvents } from './known-events.js';
import { reachOthers } from './other-services.js';
import { refuseOtherLog, watchLog } from './same-log.js';
import { Started } from './started.js';
import { refuseLostTail, SHARED_STORES } from './whole-folder.js';

/** How much memory the folded streams of a process may take. */
export const CACHED_BYTES = 24 * 1024 * 1024;
/** A process that leads and is gone is followed by another after this time, times the patience. */
const LEASE_MS = 1_500;
/** A gateway hears that a process is stopping, and asks another, before it takes nothing any more. */
const TOLD_MS = 200;

/** What the composition, and the configuration, tell of other services. */
type Others = Pick<ServiceOptions, 'requesters' | 'rights' | 'quotasInForce' | 'find'>;

/** A service alone in its process, for any number of replicas: its own interface, its projections, its metrics. */
export const startServiceProcess = (
  service: Service,
  config: Config,
  others: Others = {},
): Promise<RunningProcess> => Started.by((started) => startAll(service, config, others, started));

const projectionsIn = ({ projectors }: RunningService) => projectors.map(({ projection }) => projection);

const startAll = async (
  service: Service,
  config: Config,
  others: Others,
  started: Started,
): Promise<RunningProcess> => {
  const logger = processLogger(config.CAIRN_LOG_LEVEL, service.name);
  const metrics = createMetrics();
  const { probes, url } = openMetricsPort(config, metrics, started);
  const metricsUrl = await url();
  if (config.CAIRN_OTLP_ENDPOINT !== '')
    started.then(await startTracing(config.CAIRN_OTLP_ENDPOINT, `cairn-${service.name}`, logger));
  const listening = await listen(config.CAIRN_PORT, config.CAIRN_HOST);
  started.then(() => listening.stop());
  const engines = await openEngines(config, metrics, logger);
  started.then(() => engines.close());
  const find = await reachOthers(service, config, { engines, logger, metrics }, started);
  const told = { url: listening.url, observeCommand: measureCommands(metrics), find, ...others };
  const running = runningOf(service, config, engines, logger, told);
  const starting = { config, logger };
  await prepareStores(starting, service, running, engines);
  running.start();
  started.then(() => running.stop());
  watched(running, engines, logger, started);
  measureService(metrics, running, engines);
  const stopping = new AbortController();
  const readiness = readinessOfService(running, engines);
  listening.answer(
    commandServer({
      service: running,
      administration: projectionAdministration(running, engines.log, stopping.signal),
      signatures: new Signatures(engines),
      clock: engines.clock,
      logger,
      readiness,
      stopping: stopping.signal,
    }),
  );
  started.then(() => listening.stop());
  started.then(() => tellOf(stopping));
  const lines = await untilEnginesAnswer(starting, async () => service.begin?.(running, config) ?? []);
  probes.begin(readiness, started);
  const greeting = [
    `Cairn's ${service.name} is ready at ${listening.url}`,
    ...metricsLines(metricsUrl),
    ...commandLines(config),
    ...lines,
  ];
  return { greeting, stop: () => started.stop() };
};

const tellOf = async (stopping: AbortController): Promise<void> => {
  stopping.abort();
  await pause(TOLD_MS);
};

const watched = (running: RunningService, engines: OpenEngines, logger: Logger, started: Started): void => {
  const watching = new AbortController();
  const watch = watchLog(engines, running, logger, watching.signal);
  started.then(async () => {
    watching.abort();
    await watch;
  });
};

const measureService = (metrics: Metrics, running: RunningService, engines: OpenEngines): void => {
  measureProjections(metrics, running.projectors);
  measureServices(metrics, [running], () => engines.clock.now());
  measureEngines(metrics, engines, running.projectors[0]?.name);
  measureRefusals(metrics, [running]);
};

/** Throws `StartError` where the log is not the one that documents and registers were made of. */
const prepareStores = async (
  starting: Starting,
  service: Service,
  running: RunningService,
  engines: OpenEngines,
): Promise<void> => {
  const projections = projectionsIn(running);
  await prepareDocuments(starting, engines.documents, projections);
  await untilEnginesAnswer(starting, async () => {
    await refuseLostTail(engines, projections, SHARED_STORES);
    await refuseOtherLog(engines, running, SHARED_STORES);
    await refuseUnknownEvents(engines.log, service);
  });
};

const runningOf = (
  service: Service,
  config: Config,
  engines: OpenEngines,
  logger: Logger,
  { url, ...options }: { readonly url: string; readonly observeCommand: ObserveCommand } & Others,
): RunningService => {
  const delay =
    config.CAIRN_PROJECTION_DELAY_MS === 0 ? {} : { projectionDelayMs: config.CAIRN_PROJECTION_DELAY_MS };
  return new RunningService(service, {
    engines,
    logger,
    baseUrl: config.CAIRN_BASE_URL === '' ? url : config.CAIRN_BASE_URL,
    ...serviceLimitsOf(config),
    cachedBytes: CACHED_BYTES,
    leadership: leadershipUnderLease(engines, logger),
    ...options,
    ...delay,
  });
};

/** The replica that holds the lease leads. */
export const leadershipUnderLease =
  ({ registers }: Pick<OpenEngines, 'registers'>, logger: Logger): Leadership =>
  (key, signal, run) =>
    underLease({
      registers,
      key: `lease:${key}`,
      holder: instanceName(),
      ttlMs: patient(LEASE_MS),
      everyMs: LEASE_MS / 3,
      logger,
      signal,
      run,
    });

/** Once its read models have caught up, nothing but its keys takes it out: another replica is behind the same log and engines. */
const readinessOfService = (running: RunningService, engines: OpenEngines): AskReadiness => {
  const catchingUp = new CatchingUp(engines.log, [running]);
  const keys = new ServerKeys(engines.vault, TRANSPORT_KEYS);
  const said = ({ said: words, reason }: EngineHealth) => words ?? reason;
  return async () => {
    const [asked, engineOutcomes] = await Promise.all([
      Promise.all([keys.check(), readModelsCheck(catchingUp), projectionsCheck(running)]),
      engineChecks(engines, running.projectors[0]?.name, said),
    ]);
    return readinessFrom([...asked, ...engineOutcomes]);
  };
};
