import { context, propagation, trace } from '@opentelemetry/api';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import type { RecordedEvent } from '../eventlog/port.js';
import { tracedEvents } from './traced-events.js';

const ONE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const OTHER = '00-5bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

describe('events that are projected', () => {
  const exporter = new InMemorySpanExporter();
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });

  const event = (traceparent: string | undefined, ageMs: number): RecordedEvent =>
    ({
      metadata: {
        ...(traceparent === undefined ? {} : { traceparent }),
        at: new Date(Date.now() - ageMs).toISOString(),
      },
    }) as RecordedEvent;

  beforeAll(() => provider.register());
  beforeEach(() => exporter.reset());
  afterAll(async () => {
    await provider.shutdown();
    for (const api of [trace, context, propagation]) api.disable();
  });

  it('are seen once in each trace that they came from', async () => {
    const events = [event(ONE, 10), event(ONE, 9), event(OTHER, 8), event(undefined, 7)];
    await expect(tracedEvents('datasets.items', events, async () => true)).resolves.toBe(true);
    const spans = exporter.getFinishedSpans();
    expect(spans.map((span) => [span.name, span.spanContext().traceId])).toEqual([
      ['project datasets.items', ONE.split('-')[1]],
      ['project datasets.items', OTHER.split('-')[1]],
    ]);
    expect(spans[0]?.attributes).toEqual({ 'cairn.projection': 'datasets.items', 'cairn.events': 4 });
  });

  it('are seen in none when they are old: a read model is made anew, nobody waits for it', async () => {
    await tracedEvents('datasets.items', [event(ONE, 120_000)], async () => true);
    expect(exporter.getFinishedSpans()).toEqual([]);
  });
});
