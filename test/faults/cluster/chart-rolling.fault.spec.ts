import { randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Endpoints } from '../../support/deployments/endpoints.js';
import { type DeploymentPlan, deploymentsIn, type ProbePlan } from '../../support/deployments/plan.js';
import {
  ProcessDeployment,
  type ProcessDeploymentOptions,
} from '../../support/deployments/process-deployment.js';
import { type Person, somebody } from '../../support/people.js';
import { root, type Variables } from '../../support/running-cairn.js';
import { ClusterInside } from '../../support/topologies/cluster-inside.js';
import { enginesIn } from '../../support/topologies/engines-in.js';
import { inTurn } from '../../support/topologies/in-turn.js';
import { variablesOf } from '../../support/topologies/more-processes.js';
import { defaults } from '../../support/topologies/program.js';
import type { Engines } from '../../support/topologies/running-cluster.js';
import { until } from '../answers-of.js';
import { Creating } from './creating.js';
import { published, toBePublished } from './published.js';

/** What the chart renders when all of it is asked for. */
const RENDERED = join(root, 'deploy/helm/rendered/full.yaml');
/** As the chart has it unless told otherwise: two cores carry no more processes than these. */
const MOST_REPLICAS = 2;
/** How long it takes until everybody has heard of a change of endpoints. */
const PROPAGATION_MS = 1_000;
/** As long as the processes themselves wait for engines: 1 unless the machine stands still. */
const PATIENCE = Number(process.env['CAIRN_PATIENCE'] ?? '1');
const CONNECTIONS = 6;
const PAUSE_MS = 200;

/** The probe, which waits for its answer as long as the process waits for what it tells. */
const patient = (probe: ProbePlan): ProbePlan => ({
  ...probe,
  timeoutSeconds: probe.timeoutSeconds * PATIENCE,
});

/** Gateways find services themselves, and nobody asks a relay. */
const NOBODY: ProcessDeploymentOptions['watcher'] = { comes: () => undefined, goes: () => undefined };

jest.setTimeout(900_000);

describe('R10: a rolling update of all Deployments of the chart at once, under load (cluster)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-chart-'));
  const plans = deploymentsIn(readFileSync(RENDERED, 'utf8')).map((plan) => ({
    ...plan,
    replicas: Math.min(plan.replicas, MOST_REPLICAS),
    startup: patient(plan.startup),
    liveness: patient(plan.liveness),
    readiness: patient(plan.readiness),
  }));
  const endpoints = new Endpoints(PROPAGATION_MS);
  /** All of 127/8 is this machine: each pod has an address of its own there, and the very ports of the chart. */
  const network = `127.${randomInt(1, 255)}.${randomInt(0, 255)}`;
  /** Of each Deployment: old pods and new ones may all be there, when the old are slow to go. */
  const addresses = new Map(
    plans.map(({ name, replicas }, at) => [
      name,
      Array.from({ length: 2 * replicas }, (_, slot) => `${network}.${1 + at * 2 * MOST_REPLICAS + slot}`),
    ]),
  );
  let engines: Engines;
  let inside: ClusterInside;
  let deployments: readonly ProcessDeployment[] = [];
  let person: Person;
  let creating: Creating | undefined;

  const client = inTurn(() => [endpoints.choose(0)]);
  const isGateway = ({ part }: DeploymentPlan): boolean => part === 'gateway';
  const urlAt = (address: string, { ports }: DeploymentPlan): string => `http://${address}:${ports.http}`;

  /** Instead of the names that the DNS of a cluster knows. */
  const reached = (needs: string): string =>
    needs.replaceAll(/http:\/\/([\w-]+)(:\d+)/g, (_, service: string, port: string) =>
      (addresses.get(service) ?? []).map((address) => `http://${address}${port}`).join(' '),
    );
  const variablesAt = (address: string, plan: DeploymentPlan): Variables => ({
    ...defaults(folder, String(plan.ports.http)),
    ...variablesOf(engines),
    CAIRN_SERVICE: plan.part,
    CAIRN_SERVICES: reached(plan.needs),
    CAIRN_HOST: address,
    CAIRN_METRICS_HOST: address,
    CAIRN_METRICS_PORT: String(plan.ports.metrics),
    CAIRN_BASE_URL: 'http://cairn.example.org',
  });
  const balancing = (plan: DeploymentPlan): ProcessDeploymentOptions['watcher'] => ({
    comes: (address) => endpoints.add(urlAt(address, plan)),
    goes: (address, why) => endpoints.take(urlAt(address, plan), why),
  });
  const deploymentOf = (plan: DeploymentPlan): ProcessDeployment =>
    new ProcessDeployment({
      plan,
      addresses: addresses.get(plan.name) ?? [],
      variablesOf: (address) => variablesAt(address, plan),
      watcher: isGateway(plan) ? balancing(plan) : NOBODY,
    });

  beforeAll(async () => {
    engines = await enginesIn(folder);
    inside = new ClusterInside(engines, folder);
    deployments = plans.map(deploymentOf);
    await Promise.all(deployments.map((deployment) => deployment.start()));
    while (endpoints.size < MOST_REPLICAS) await pause(PROPAGATION_MS);
    person = await somebody({ client });
  });
  afterAll(async () => {
    await creating?.end();
    await Promise.all(deployments.map((deployment) => deployment.remove()));
    await inside.close();
    await Promise.all(Object.values(engines).map((engine) => engine.stop()));
    rmSync(folder, { recursive: true, force: true });
  });

  it('has a plan for every process', () => {
    expect(plans.map(({ part }) => part).toSorted()).toEqual([
      'datasets',
      'gateway',
      'graphs',
      'identity',
      'models',
      'relay',
      'workflows',
    ]);
  });

  it('fails no request, restarts and kills no pod, and all is there afterwards', async () => {
    creating = new Creating({
      token: person.token,
      choose: (turn) => endpoints.choose(turn),
      connections: CONNECTIONS,
      pauseMs: PAUSE_MS,
    });
    try {
      await Promise.all(deployments.map((deployment) => deployment.roll()));
    } finally {
      await creating.end();
    }
    const { answers, failures } = creating;
    expect({ count: failures.length, first: failures[0] }).toEqual({ count: 0, first: undefined });
    expect(answers.length).toBeGreaterThan(100);
    expect(endpoints.late).toBeGreaterThan(0);
    const count = await until(
      async () =>
        (await client(person.token).call('listDatasets', { query: { limit: 1 } })).headers.get(
          'x-total-count',
        ),
      (total) => total === String(answers.length),
    );
    expect(count).toBe(String(answers.length));
    const expected = toBePublished(await inside.events());
    const { streams } = await until(
      () => published(engines.kafka.url),
      (found) => Object.values(found.streams).flat().length >= Object.values(expected).flat().length,
    );
    expect(streams).toEqual(expected);
  });
});
