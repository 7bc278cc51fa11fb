import type { Projector } from '../reactions/projector.js';
import { OutcomeUnknown } from '../errors/cairn-error.js';
import { type Append, type EventLog, LogUnavailable, RecordDamaged } from '../eventlog/port.js';
import { measureClients, measureConnections, measureRates } from '../runtime/client-metrics.js';
import { createMetrics, measuredLog, measureProjections, measureRefusals } from './metrics.js';

const projector = (name: string, lag: Projector['lag']): Projector =>
  ({ name, lag, parked: [] }) as unknown as Projector;

describe('the metrics of projections', () => {
  it('tell the lag of each', async () => {
    const metrics = createMetrics();
    measureProjections(metrics, [
      projector('datasets', async () => ({ events: 3, ms: 2_500 })),
      projector('items', async () => ({ events: 0, ms: 0 })),
    ]);
    const text = await metrics.registry.metrics();
    expect(text).toContain('cairn_projection_lag_seconds{projection="datasets"} 2.5\n');
    expect(text).toContain('cairn_projection_lag_seconds{projection="items"} 0\n');
  });

  it('leave out a lag that cannot be told now, and go on with all others within a second or two', async () => {
    const metrics = createMetrics();
    let isAway = false;
    measureProjections(metrics, [
      projector('silent', () =>
        isAway ? new Promise(() => undefined) : Promise.resolve({ events: 1, ms: 1_000 }),
      ),
      projector('fails', () => Promise.reject(new Error('the log is away'))),
      projector('tells', async () => ({ events: 1, ms: 1_000 })),
    ]);
    expect(await metrics.registry.metrics()).toContain('{projection="silent"} 1');
    isAway = true;
    const began = performance.now();
    const lines = (await metrics.registry.metrics()).split('\n');
    expect(performance.now() - began).toBeLessThan(3_000);
    expect(lines.filter((line) => line.startsWith('cairn_projection_lag_seconds{'))).toEqual([
      'cairn_projection_lag_seconds{projection="tells"} 1',
    ]);
    expect(lines).toContain('cairn_projection_parked_streams{projection="silent"} 0');
    expect(lines.some((line) => line.startsWith('cairn_nodejs_heap'))).toBe(true);
  });
});

describe('the metrics of refusals', () => {
  it('count commands by the code of what they were refused with, and requests by their class', async () => {
    const metrics = createMetrics();
    const [one, other] = [new Map([['identity.login overloaded', 2]]), new Map([['x.y conflict', 1]])];
    const rates = new Map([['login', 3]]);
    measureRefusals(metrics, [{ refused: one }, { refused: other }]);
    measureRates(metrics, { refused: rates });
    await metrics.registry.metrics();
    one.set('identity.login account_locked', 1);
    const text = await metrics.registry.metrics();
    expect(text).toContain('cairn_commands_refused_total{command="identity.login",code="overloaded"} 2\n');
    expect(text).toContain(
      'cairn_commands_refused_total{command="identity.login",code="account_locked"} 1\n',
    );
    expect(text).toContain('cairn_commands_refused_total{command="x.y",code="conflict"} 1\n');
    expect(text).toContain('cairn_rate_limited_total{class="login"} 3\n');
  });
});

describe('the metrics of the log', () => {
  it('time appends of each kind, and count what failed, also some of many', async () => {
    const metrics = createMetrics();
    const appends: Append[] = [];
    const outcomes: (() => unknown)[] = [
      () => ({ status: 'conflict' }),
      () => Promise.reject(new LogUnavailable('away')),
      () => Promise.reject(new OutcomeUnknown('lost')),
      () => Promise.reject(new RecordDamaged('a bug, or damage')),
    ];
    const log = measuredLog(
      {
        append: async () => outcomes.shift()!(),
        appendInOrder: async () => [],
        appendMany: async () => [
          new LogUnavailable('away'),
          { status: 'conflict' },
          new LogUnavailable('away'),
        ],
      } as unknown as EventLog,
      metrics,
    );
    const append: Append = { stream: 'counter-1', expected: 'no-stream', events: [] };
    for (const name of [undefined, 'LogUnavailable', 'OutcomeUnknown', 'RecordDamaged'])
      await (name === undefined
        ? log.append(append)
        : expect(log.append(append)).rejects.toMatchObject({ name }));
    await log.appendInOrder?.(appends);
    expect(await log.appendMany(appends)).toHaveLength(3);
    const lines = (await metrics.registry.metrics()).split('\n');
    expect(lines.filter((line) => /^cairn_append_(seconds_count|failures)/.test(line))).toEqual([
      'cairn_append_seconds_count{call="append"} 4',
      'cairn_append_seconds_count{call="appendInOrder"} 1',
      'cairn_append_seconds_count{call="appendMany"} 1',
      'cairn_append_failures_total{kind="unavailable"} 3',
      'cairn_append_failures_total{kind="unknown"} 1',
      'cairn_append_failures_total{kind="failed"} 1',
    ]);
  });
});

describe('the metrics of clients', () => {
  it('tell what they hold and what was refused, as it is when they are read', async () => {
    const metrics = createMetrics();
    const refused = { body_bytes: 0 };
    const connections = { open: 3, refused: 0 };
    measureClients(metrics, { refused: () => refused, buffered: () => ({ bodies: 5, answers: 7 }) });
    measureConnections(metrics, connections);
    await metrics.registry.metrics();
    refused.body_bytes = 2;
    connections.refused = 4;
    const lines = (await metrics.registry.metrics()).split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'cairn_clients_refused_total{bound="body_bytes"} 2',
        'cairn_clients_buffered_bytes{of="bodies"} 5',
        'cairn_clients_buffered_bytes{of="answers"} 7',
        'cairn_connections 3',
        'cairn_connections_refused_total 4',
      ]),
    );
  });
});
