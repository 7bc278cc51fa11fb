import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as it reached the collector. */
export interface CollectedSpan {
  readonly service: string;
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** 2 is an error. */
  readonly status: number;
}

/** An OpenTelemetry collector on this machine, which keeps what it gets (OTLP over HTTP, JSON). */
export interface Collector {
  /** Without a path, as people write it. */
  readonly endpoint: string;
  /** Of requests, in the order they came. */
  readonly paths: readonly string[];
  readonly spans: readonly CollectedSpan[];
  /** Everything it was sent, as text. */
  readonly received: readonly string[];
  close(): Promise<void>;
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}
interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<CollectedSpan, 'attributes' | 'service' | 'status'> & {
        readonly attributes: readonly Attribute[];
        readonly status: { readonly code?: number };
      })[];
    }[];
  }[];
}

const valuesOf = (attributes: readonly Attribute[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

const spansIn = (text: string): readonly CollectedSpan[] =>
  (JSON.parse(text) as Sent).resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...span,
        service: String(valuesOf(resource.attributes)['service.name']),
        attributes: valuesOf(span.attributes),
        status: span.status.code ?? 0,
      })),
    ),
  );

/** Starts a collector on a free port. */
export const startCollector = async (): Promise<Collector> => {
  const paths: string[] = [];
  const received: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      paths.push(request.url ?? '');
      received.push(Buffer.concat(chunks).toString());
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    paths,
    received,
    get spans() {
      return received.flatMap(spansIn);
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
};
