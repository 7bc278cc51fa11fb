import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

export type { Span };

/** Spans of one process; without a collector they cost next to nothing and go nowhere. */
const tracer = trace.getTracer('cairn');

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER } as const;

/** What is told of something that runs. Nothing that stands in a path, a body or a person's profile. */
export interface SpanDescription {
  readonly name: string;
  /** On which side of something between processes; inside of one when absent. */
  readonly kind?: keyof typeof KINDS;
  readonly attributes?: Attributes;
  /** W3C trace context that it belongs to; what runs here and now when absent. */
  readonly within?: TraceContext | undefined;
}

/** The headers of W3C Trace Context, as they came. */
export interface TraceContext {
  readonly traceparent?: string | readonly string[] | undefined;
  readonly tracestate?: string | readonly string[] | undefined;
}

/** Runs something inside a span that ends with it and carries what kind of error it threw. */
export const traced = <Result>(
  { within, ...description }: SpanDescription,
  run: (span: Span) => Promise<Result>,
): Promise<Result> => {
  const parent = within === undefined ? context.active() : propagation.extract(ROOT_CONTEXT, within);
  return tracer.startActiveSpan(description.name, optionsOf(description), parent, (span) =>
    ended([span], () => run(span)),
  );
};

/** Runs something once that belongs to several traces: a span in each of them, that begins and ends with it. */
export const tracedInEach = <Result>(
  traceparents: Iterable<string>,
  description: Omit<SpanDescription, 'within'>,
  run: () => Promise<Result>,
): Promise<Result> => {
  const spans = Array.from(traceparents, (traceparent) =>
    tracer.startSpan(
      description.name,
      optionsOf(description),
      propagation.extract(ROOT_CONTEXT, { traceparent }),
    ),
  );
  return spans.length === 0 ? run() : ended(spans, run);
};

const optionsOf = ({ kind, attributes = {} }: SpanDescription): SpanOptions => ({
  kind: kind === undefined ? SpanKind.INTERNAL : KINDS[kind],
  attributes,
});

const ended = async <Result>(spans: readonly Span[], run: () => Promise<Result>): Promise<Result> => {
  try {
    return await run();
  } catch (error) {
    const kind = error instanceof Error ? error.name : 'error';
    for (const span of spans) spanFailed(span, kind);
    throw error;
  } finally {
    for (const span of spans) span.end();
  }
};

/** Says of a span that what ran in it failed, and of what kind that was. */
export const spanFailed = (span: Span, kind: string): void => {
  span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', kind);
};

/** Whether what runs now is part of a trace. */
export const isTraced = (): boolean => trace.getActiveSpan() !== undefined;

/** W3C `traceparent` of the span that runs now; `undefined` when there is none, or nobody collects spans. */
export const traceparentNow = (): string | undefined => {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
};
