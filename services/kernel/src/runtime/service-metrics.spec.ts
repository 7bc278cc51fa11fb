import { measureCommands, observed } from './command-metrics.js';
import { createMetrics } from '../metrics/metrics.js';
import { measureServices } from './service-metrics.js';

type Measured = Parameters<typeof measureServices>[1][number];
type PolicyOf = Measured['policies'][number];

const policy = (name: string, lagMs: () => Promise<number>, parked: number): PolicyOf => {
  const one: Pick<PolicyOf, 'name' | 'lagMs' | 'parkedEvents'> = {
    name,
    lagMs,
    parkedEvents: async () => parked,
  };
  return one as PolicyOf;
};

const NOW = Date.parse('2026-11-23T10:00:00.000Z');
const linesOf = async (services: readonly Measured[], prefix: string): Promise<readonly string[]> => {
  const metrics = createMetrics();
  measureServices(metrics, services, () => NOW);
  const text = await metrics.registry.metrics();
  return text.split('\n').filter((line) => line.startsWith(prefix));
};

describe('the metrics of a service', () => {
  it('tell who projects, how far its policies are and what they failed on', async () => {
    const leads: Measured = {
      name: 'identity',
      leading: true,
      policies: [policy('identity.mails', async () => 1_500, 2)],
      backlog: async () => ({}),
    };
    const standsBy: Measured = { name: 'datasets', leading: false, policies: [], backlog: async () => ({}) };
    expect(await linesOf([leads, standsBy], 'cairn_service_leading{')).toEqual([
      'cairn_service_leading{service="identity"} 1',
      'cairn_service_leading{service="datasets"} 0',
    ]);
    expect(await linesOf([leads, standsBy], 'cairn_policy_')).toEqual([
      'cairn_policy_lag_seconds{policy="identity.mails"} 1.5',
      'cairn_policy_parked_events{policy="identity.mails"} 2',
    ]);
  });

  it('tell what waits for work and since when, by the replica that projects', async () => {
    const backlog = async () => ({ jobs: { waiting: 3, since: '2026-11-23T09:59:00.000Z' } });
    const of = (leading: boolean): Measured => ({ name: 'datasets', leading, policies: [], backlog });
    expect(await linesOf([of(true)], 'cairn_work_')).toEqual([
      'cairn_work_waiting{service="datasets",work="jobs"} 3',
      'cairn_work_oldest_seconds{service="datasets",work="jobs"} 60',
    ]);
    expect(await linesOf([of(false)], 'cairn_work_')).toEqual([]);
  });

  it('tell what it counts of its own accord', async () => {
    const one: Measured = {
      ...{ name: 'models', leading: false, policies: [], backlog: async () => ({}) },
      measures: [
        { name: 'model_workers', help: 'Processes', read: () => 2 },
        { name: 'model_workers_lost_total', help: 'Processes that ended', read: () => 3 },
      ],
    };
    expect(await linesOf([one], 'cairn_model_')).toEqual([
      'cairn_model_workers 2',
      'cairn_model_workers_lost_total 3',
    ]);
  });

  it('leave out what cannot be told now', async () => {
    const away = () => Promise.reject(new Error('the log is away'));
    const one: Measured = {
      name: 'identity',
      leading: true,
      policies: [policy('identity.mails', away, 0)],
      backlog: away,
    };
    expect(await linesOf([one], 'cairn_policy_lag_seconds{')).toEqual([]);
    expect(await linesOf([one], 'cairn_work_waiting{')).toEqual([]);
  });
});

describe('the metrics of commands', () => {
  it('count what each came to', async () => {
    const metrics = createMetrics();
    const observe = measureCommands(metrics);
    const done = { status: 'done', stream: 's', position: '1', replayed: false } as const;
    const refused = { status: 'refused', code: 'not_found', detail: '' } as const;
    expect(await observed('datasets.createDatasetItem', observe, async () => done)).toBe(done);
    await observed('datasets.createDatasetItem', observe, async () => refused);
    const failure = observed('datasets.createDatasetItem', observe, () => Promise.reject(new Error('away')));
    await expect(failure).rejects.toThrow('away');
    const lines = (await metrics.registry.metrics()).split('\n');
    expect(lines.filter((line) => line.startsWith('cairn_command_seconds_count'))).toEqual([
      'cairn_command_seconds_count{command="datasets.createDatasetItem",result="done"} 1',
      'cairn_command_seconds_count{command="datasets.createDatasetItem",result="refused"} 1',
      'cairn_command_seconds_count{command="datasets.createDatasetItem",result="failed"} 1',
    ]);
  });
});
