import { type Attributes, type Span, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { appendInOrder } from '../eventlog/append-in-order.js';
import type { EventLog } from '../eventlog/port.js';

/** Spans of one process; without a collector they cost next to nothing and go nowhere. */
export const tracer: Tracer = trace.getTracer('cairn');

/** Runs something inside a span that ends with it and carries its error. */
export const traced = <Result>(
  name: string,
  attributes: Attributes,
  run: (span: Span) => Promise<Result>,
): Promise<Result> =>
  tracer.startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await run(span);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' });
      throw error;
    } finally {
      span.end();
    }
  });

/**
 * Sends traces to an OpenTelemetry collector (OTLP over HTTP). The packages are loaded only here: a process without a
 * collector does not pay for them. Answers what flushes and stops.
 */
export const startTracing = async (endpoint: string, service: string): Promise<() => Promise<void>> => {
  const [{ NodeTracerProvider, BatchSpanProcessor }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: endpoint }))],
  });
  provider.register();
  return () => provider.shutdown();
};

/** The same log, with a span for each append and read of a stream. */
export const tracedLog = (log: EventLog): EventLog => ({
  append: (append) =>
    traced('log.append', { stream: append.stream, events: append.events.length }, () => log.append(append)),
  appendMany: (appends) =>
    traced('log.appendMany', { appends: appends.length }, () => log.appendMany(appends)),
  appendInOrder: (appends) =>
    traced('log.appendInOrder', { appends: appends.length }, () => appendInOrder(log, appends)),
  read: (stream, options) => traced('log.read', { stream }, () => log.read(stream, options)),
  readAll: (options) => log.readAll(options),
  subscribe: (options) => log.subscribe(options),
  head: () => log.head(),
  isPosition: (text) => log.isPosition(text),
  close: () => log.close(),
});
