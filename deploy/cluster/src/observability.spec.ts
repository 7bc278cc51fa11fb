import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  countStorageRefusals,
  createMetrics,
  measureClients,
  measureCommands,
  measureConnections,
  measureDropped,
  measuredLog,
  measureEngines,
  measureLoad,
  measureProjections,
  measureRates,
  measureRefusals,
  measureRelays,
  measureReplicas,
  measureServices,
} from '@cairn/kernel';

const folder = join(__dirname, '../../observability');
const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8');

/** Never asked: no metric is read, only its name. */
const unasked: never = Object.create(null) as never;

/** Everything that a process of Cairn exports, by name: `counter`, `gauge`, `histogram` … */
const exported = async (): Promise<ReadonlyMap<string, string>> => {
  const metrics = createMetrics();
  measuredLog(unasked, metrics);
  measureProjections(metrics, []);
  measureReplicas(metrics, []);
  measureDropped(metrics, { access: unasked, error: unasked });
  measureLoad(metrics, {});
  measureRelays(metrics, []);
  measureCommands(metrics);
  measureServices(metrics, [], Date.now);
  measureEngines(metrics, unasked, undefined);
  measureRefusals(metrics, []);
  measureClients(metrics, unasked);
  measureConnections(metrics, unasked);
  measureRates(metrics, unasked);
  countStorageRefusals(metrics);
  const all = metrics.registry.getMetricsAsArray();
  return new Map(all.map(({ name, type }) => [name, String(type)]));
};

/** Names of metrics in expressions, without what a histogram adds to its own. */
const namesIn = (text: string, known: ReadonlyMap<string, string>): readonly string[] => {
  const named = text.match(/\b(?:cairn|nodejs|process)_[a-z0-9_]+/g) ?? [];
  const bare = (name: string): string =>
    known.has(name) ? name : name.replace(/_(?:bucket|count|sum)$/, '');
  return [...new Set(named.map(bare))];
};

describe('what is shipped to watch Cairn by', () => {
  it.each(['alerts.yaml', 'dashboard.json'])('%s names metrics that are there', async (file) => {
    const known = await exported();
    const names = namesIn(textOf(file), known);
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });

  it('has an alert or a panel for every metric of Cairn', async () => {
    const known = await exported();
    const shown = new Set(namesIn(textOf('alerts.yaml') + textOf('dashboard.json'), known));
    const own = [...known.keys()].filter((name) => name.startsWith('cairn_'));
    expect(own.filter((name) => !shown.has(name))).toEqual(['cairn_relay_lag_events']);
  });

  it('calls what only grows a total, and nothing else of Cairn', async () => {
    const own = [...(await exported())].filter(([name]) => name.startsWith('cairn_'));
    const wrong = own.filter(([name, type]) => name.endsWith('_total') !== (type === 'counter'));
    expect(wrong).toEqual([]);
  });

  it('says of each alert what to do', () => {
    const alerts = Array.from(textOf('alerts.yaml').matchAll(/^ +- alert: (\w+)$/gm), ([, name]) => name!);
    expect(alerts.length).toBeGreaterThan(10);
    const page = readFileSync(join(__dirname, '../../../docs/alerts.md'), 'utf8');
    const explained = Array.from(page.matchAll(/^### (\w+)$/gm), ([, name]) => name!);
    expect(explained).toEqual(alerts);
    const runbooks = Array.from(
      textOf('alerts.yaml').matchAll(/runbook: docs\/alerts\.md#(\w+)/g),
      ([, name]) => name,
    );
    expect(runbooks).toEqual(alerts.map((name) => name.toLowerCase()));
  });

  it('is what Prometheus takes, where its own check is there', () => {
    const isThere = spawnSync('promtool', ['--version']).status === 0;
    const said = isThere
      ? execFileSync('promtool', ['check', 'rules', join(folder, 'alerts.yaml')]).toString()
      : '';
    if (isThere) expect(said).toContain('SUCCESS');
    else
      process.stderr.write('promtool is not there: the alert rules were not checked by Prometheus itself\n');
    const dashboard = JSON.parse(textOf('dashboard.json')) as { readonly panels: readonly object[] };
    expect(dashboard.panels.length).toBeGreaterThan(10);
  });
});
