import { join } from 'node:path';
import { workflowCommands as commands, type WorkflowExecution } from '@cairn/contracts';
import {
  type CallMessage,
  type CallReply,
  type CommandReply,
  noQuotas,
  openDiskBlobs,
  type Principal,
  type ServiceTools,
  type WorkerOptions,
} from '@cairn/kernel';
import {
  PassingClock,
  ServiceUnderTest,
  someone,
  type StartedWorker,
  StartedWorkers,
  until,
  withoutAccounts,
} from '@cairn/kernel/testkit';
import { execution, type KnownExecution } from '../domain/execution/state.js';
import { workflowVersionKind } from '../domain/version/state.js';
import { nodesOfExecution, readableExecution } from '../read-models/executions/queries.js';
import { wholeExecution } from '../read-models/executions/shown.js';
import { workflowsService } from '../service.js';
import type { Pace } from '../work/execution/pace.js';
import { jobWork } from '../work/job-worker.js';
import { workflowVersionReads } from '../workflows.js';
import type { DrawnWorkflow, Ending, Shape } from './shapes.js';
import { ToldModels } from './told-models.js';

/** Longer than a claim stands that nobody renews. */
const LEASES_MS = 60_000;
/** The clock goes on by so much each time that somebody looks whether something is so. */
const LOOK_PASSES_MS = 400;
const TIMES: WorkerOptions = { lookEveryMs: 5, heartbeatMs: 10, cursorMs: 10, againAfterMs: 20 };
/** Each fact is written as soon as it can be. */
const EACH_FACT: Pace = { lookMs: 5, writeMs: 0 };

const datasets = {
  call: async (): Promise<CallReply> => ({ status: 'answered', answer: { unusable: [] } }),
};
const identity = {
  call: async ({ input }: CallMessage): Promise<CallReply> => ({
    status: 'answered',
    answer: { user_id: (input as { readonly user_id: string }).user_id, immediate: true },
  }),
};

/** For specs: executions with models that are told what to do, workers that are started and stopped by hand, and a clock. */
export class WorkingExecutions {
  readonly owner = someone();
  /** Accounts that are not in force. */
  readonly gone = new Set<string>();
  readonly #workers = new StartedWorkers();

  private constructor(
    readonly under: ServiceUnderTest,
    readonly models: ToldModels,
    private readonly clock: PassingClock,
  ) {
    models.pass = (ms) => this.pass(ms);
    models.gone = this.gone;
  }

  /** `bytes`: what an account may hold; 0 is no bound. */
  static async start({ bytes } = noQuotas): Promise<WorkingExecutions> {
    const [clock, models] = [new PassingClock(), new ToldModels()];
    const services = new Map<string, { call(message: CallMessage): Promise<CallReply> }>([
      ['models', models],
      ['datasets', datasets],
      ['identity', identity],
    ]);
    const under = await ServiceUnderTest.of(
      { ...workflowsService, work: () => [] },
      {
        find: (name) => services.get(name),
        clock,
        quotas: { ...noQuotas, bytes },
        blobs: ({ folder }) => openDiskBlobs({ folder: join(folder, 'blobs') }),
      },
    );
    return new WorkingExecutions(under, models, clock);
  }

  async stop(): Promise<void> {
    await this.stopWorkers();
    this.models.letAnswer();
    await this.under.stop();
  }

  /** What work gets. Accounts that are gone have nothing done for them. */
  get tools(): ServiceTools {
    return withoutAccounts(this.under.tools, this.gone);
  }

  pass(ms: number): void {
    this.clock.pass(ms);
  }

  /** Lets every claim be over that nobody renews. */
  passLeases(): void {
    this.pass(LEASES_MS);
  }

  startWorker(
    tools: ServiceTools = this.tools,
    pace = EACH_FACT,
    options: WorkerOptions = {},
  ): StartedWorker {
    return this.#workers.start(jobWork(tools, { ...TIMES, ...options, pace }));
  }

  stopWorkers(): Promise<void> {
    return this.#workers.stop();
  }

  /** Ends a worker whose tools are dead. */
  forget(worker: StartedWorker): Promise<void> {
    return this.#workers.forget(worker);
  }

  /** Draws a shape; its nodes do what it says. */
  async draw({ nodes, edges }: Shape): Promise<DrawnWorkflow> {
    const { under, owner, models } = this;
    const body = { name: 'shape', visibility: 'public' as const };
    const workflow_id = await under.make(owner, commands.createWorkflow, { body }, 'workflow');
    const page = { limit: 1, sort: 'created_at' };
    const found = await workflowVersionReads.list(under.reading(owner), { workflow_id }, page);
    if (found === undefined || !('elements' in found)) throw new Error('no version is told');
    const version_id = found.elements[0]!.id;
    const graph = {
      nodes: Object.entries(nodes).map(([name, { is = 'model', model, on_failure, timeout, does }]) => {
        models.deeds.set(name, does ?? []);
        const entity =
          is === 'pass' ? {} : { entity_type: 'model' as const, entity_id: model ?? models.modelOf() };
        return { id: name, name, ...entity, ...defined({ on_failure, timeout }) };
      }),
      edges: edges.map((edge) => {
        const [begin_node_id = '', end_node_id = ''] = edge.split('>');
        return { begin_node_id, end_node_id };
      }),
    };
    await under.done(owner, commands.setWorkflowGraph, { workflow_id, version_id, body: graph });
    for (const { id, name } of await this.nodesOf(version_id)) models.names.set(id, name);
    return { workflow_id, version_id };
  }

  /** Somebody draws edges more. */
  async connect({ workflow_id, version_id }: DrawnWorkflow, edges: readonly string[], who: Principal) {
    const ids = new Map((await this.nodesOf(version_id)).map(({ id, name }) => [name, id]));
    for (const edge of edges) {
      const [begin_node_id, end_node_id] = edge.split('>').map((name) => ids.get(name)!);
      const body = { begin_node_id: begin_node_id!, end_node_id: end_node_id! };
      await this.under.done(who, commands.createWorkflowEdge, { workflow_id, version_id, body });
    }
  }

  /** Executions of the version take so many seconds at most. */
  async limitTime({ workflow_id, version_id: id }: DrawnWorkflow, timeout: string | number): Promise<void> {
    const body = { config: { timeout } };
    await this.under.done(this.owner, commands.updateWorkflowVersion, { workflow_id, id, body });
  }

  async nodesOf(version_id: string) {
    const { state } = await this.tools.streams.current(workflowVersionKind.aggregate, version_id);
    if (state.status === 'none') throw new Error('there is no such version');
    return Object.values(state.nodes);
  }

  ask({ workflow_id: id }: DrawnWorkflow, who = this.owner, single_input = 'x'): Promise<string> {
    return this.under.make(who, commands.executeWorkflow, { id, body: { single_input } }, 'execution');
  }

  cancel({ workflow_id: id }: DrawnWorkflow, execution_id: string, who = this.owner): Promise<CommandReply> {
    return this.under.send(who, commands.cancelWorkflowExecution, { id, execution_id });
  }

  async stateOf(id: string): Promise<KnownExecution> {
    const { state } = await this.tools.streams.current(execution, id);
    if (state.status === 'none') throw new Error('there is no such execution');
    return state;
  }

  async isOver(id: string): Promise<boolean> {
    const { status } = await this.stateOf(id);
    return status !== 'queued' && status !== 'running';
  }

  /** When it is over, while the clock goes on. */
  async over(id: string): Promise<KnownExecution> {
    await this.until(() => this.isOver(id));
    return this.stateOf(id);
  }

  /** Waits until every execution that rests has looked again whether it may go on. */
  async looks(): Promise<void> {
    const { count } = this.models.asked;
    await until(async () => this.models.asked.count > count + 2);
  }

  /** Waits until something is so; the clock goes on meanwhile. */
  async until(holds: () => Promise<boolean> | boolean): Promise<void> {
    await until(async () => {
      if (await holds()) return true;
      this.pass(LOOK_PASSES_MS);
      return false;
    });
  }

  /** What happened to an execution: `requested`, `started`, … */
  async eventsOf(id: string): Promise<readonly string[]> {
    const events = await this.tools.log.read(`execution-${id}`);
    return events.map(({ type }) => type.split('.')[2] ?? '');
  }

  async shown({ workflow_id: id }: DrawnWorkflow, execution_id: string): Promise<WorkflowExecution> {
    const { under, owner } = this;
    expect(await this.tools.reached(await this.tools.log.head(), 10_000)).toBe(true);
    const context = under.reading(owner);
    const document = await readableExecution(context, { id, execution_id });
    if (document === undefined) throw new Error('the execution is not told');
    const nodes = await nodesOfExecution(context, execution_id);
    const { blobs } = this.tools;
    return wholeExecution({ execution: document, nodes, blobs, mayUse: () => true, isOwn: true });
  }

  async ending(drawn: DrawnWorkflow, id: string): Promise<Ending> {
    const { status, error_code, results, node_executions = [] } = await this.shown(drawn, id);
    const { counts } = await this.stateOf(id);
    const nodes = node_executions.map((node) => [
      node.node_name,
      {
        ...{ status: node.status, attempt: node.attempt, error_code: node.error_code, error: node.error },
        ...{ input: withoutIds(node.input_preview), output: withoutIds(node.output_preview) },
        asked: node.inference_id !== undefined,
      },
    ]);
    return {
      ...{ status, error_code, counts },
      results: JSON.parse(withoutIds(JSON.stringify(results)) ?? 'null') as unknown,
      nodes: Object.fromEntries(nodes) as Ending['nodes'],
      effects: this.effectsOf(id),
    };
  }

  effectsOf(id: string): readonly string[] {
    const its = [...this.models.ledger.values()].filter(({ execution_id }) => execution_id === id);
    return its.map(({ name, text, result }) => `${name}(${text}) ${result.error}`).sort();
  }

  /** A share, as the owner gives it. */
  async share(
    { workflow_id: id }: DrawnWorkflow,
    who: Principal,
    role_slug: 'share_editor' | 'share_viewer',
  ) {
    const body = { user_id: who.userId, role_slug, without_invite: true } as const;
    return this.under.make(this.owner, commands.createWorkflowShare, { id, body }, 'share');
  }
}

const withoutIds = (text: string | undefined): string | undefined =>
  text?.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id');

const defined = <Given extends object>(fields: Given): Partial<Given> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Given>;
