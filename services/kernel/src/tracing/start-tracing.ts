import { diag, DiagLogLevel } from '@opentelemetry/api';
import { hostname } from 'node:os';
import { pause } from '../clock/pause.js';
import type { Logger } from '../logging/port.js';

/** What is left at the end of a process is sent for so long: a collector that is away holds up nobody. */
const LAST_SPANS_MS = 2_000;

/**
 * Sends traces to an OpenTelemetry collector (OTLP over HTTP) until what it answers is called. An endpoint without a path
 * gets the protocol's own, `/v1/traces`. `OTEL_TRACES_SAMPLER`, `OTEL_EXPORTER_OTLP_HEADERS` and
 * `OTEL_RESOURCE_ATTRIBUTES` are read as everywhere. The packages are loaded only here: a process without a collector
 * does not pay for them.
 */
export const startTracing = async (
  endpoint: string,
  service: string,
  logger: Logger,
): Promise<() => Promise<void>> => {
  const [
    { NodeTracerProvider, BatchSpanProcessor },
    { OTLPTraceExporter },
    { detectResources, envDetector, resourceFromAttributes },
  ] = await Promise.all([
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  tellOf(logger);
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.instance.id': `${hostname()}:${process.pid}`,
    }).merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: tracesUrlOf(endpoint) }))],
  });
  provider.register();
  return async () => {
    const ended = new AbortController();
    const tooLong = pause(LAST_SPANS_MS, ended.signal).then(() => new Error('it does not answer'));
    const failure = await Promise.race([provider.shutdown().catch((error: unknown) => error), tooLong]);
    ended.abort();
    if (failure !== undefined) logger.warn({ err: failure }, 'the last spans did not reach the collector');
  };
};

const tracesUrlOf = (endpoint: string): string => {
  const url = new URL(endpoint);
  if (url.pathname === '/') url.pathname = '/v1/traces';
  return url.href;
};

/** A collector that is away is told of; spans are lost then, and nothing else. */
const tellOf = (logger: Logger): void => {
  const tell = (reason: string): void => logger.warn({ reason }, 'spans do not reach the collector');
  const pass = (): void => undefined;
  diag.setLogger(
    { error: tell, warn: tell, info: pass, debug: pass, verbose: pass },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
};
