import { randomUUID } from 'node:crypto';
import { setTimeout as later } from 'node:timers/promises';
import { ProblemError } from '@cairn/client';
import type { WorkflowExecution } from '@cairn/contracts';
import { severalAtOnce } from '../support/asking.js';
import { type Shape, SHAPES } from '../support/executions/canvases.js';
import { differencesOf } from '../support/executions/comparing.js';
import { wholeList, wrongEffects } from '../support/executions/effects.js';
import {
  drawnModels,
  drawnWorkflow,
  execute,
  executionWhen,
  isOver,
} from '../support/executions/executing.js';
import { type Person, somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';
import { scenesOf, someMoment } from './kills/dealing.js';

/** `npm run test:deep faults long` asks for 300. */
const KILLS = Number(process.env['CAIRN_TEST_KILLS'] ?? 60);
/** After so many they are somebody else's, so that lists stay short. */
const KILLS_IN_A_SCENE = 20;
/** A cluster is a dozen processes, each of which starts again, and executions that were killed go on a lease later. */
const LONGEST_KILL_MS = 60_000;
const AT_ONCE = 8;
const BETWEEN_MS = 200;

/** It can be asked again: the key of a request whose process was killed is held for a while. */
const isLater = ({ status, problem }: ProblemError): boolean =>
  status === 503 || problem?.code === 'idempotency_running';

/** An execution that somebody asks for. */
interface Intent {
  readonly shape: Shape;
  readonly workflow: string;
  readonly key: string;
}

/** Of one person: a workflow of each shape, what was asked of them, and the ids that were answered by the keys of intents. */
interface Scene {
  readonly person: Person;
  readonly workflows: readonly Pick<Intent, 'shape' | 'workflow'>[];
  readonly intents: Intent[];
  readonly acks: Map<string, string>;
}

describe.each(topologies)('R6: kill -9 while workflows are executed ($name)', (topology) => {
  let cairn: RunningCairn;
  beforeAll(async () => {
    cairn = await topology.start();
  });
  afterAll(() => cairn.remove());

  const makeScene = async (): Promise<Scene> => {
    const person = await somebody(cairn);
    const models = await drawnModels(person);
    const workflows = await severalAtOnce(SHAPES, 2, async (shape) => ({
      shape,
      workflow: (await drawnWorkflow(person, shape.name, shape.canvas, models)).id,
    }));
    return { person, workflows, intents: [], acks: new Map() };
  };

  /** Asks for one. Whether it was taken on is not known when Cairn dies meanwhile. */
  const ask = async ({ person, acks }: Scene, { shape, workflow, key }: Intent): Promise<void> => {
    try {
      acks.set(key, await execute(person.client, { workflow, text: shape.given, key }));
    } catch (error) {
      if (error instanceof ProblemError && !isLater(error)) throw error;
    }
  };

  /** Asks again under the same key until it is answered. */
  const askAgain = async (scene: Scene, intent: Intent): Promise<void> => {
    const before = scene.acks.get(intent.key);
    scene.acks.delete(intent.key);
    await ask(scene, intent);
    while (!scene.acks.has(intent.key)) {
      await later(BETWEEN_MS);
      await ask(scene, intent);
    }
    const id = scene.acks.get(intent.key);
    expect(id).toBe(before ?? id);
  };

  /** Asks for one of each shape at once. */
  const askAll = (scene: Scene): readonly Promise<void>[] =>
    scene.workflows.map((each) => {
      const intent = { ...each, key: randomUUID() };
      scene.intents.push(intent);
      return ask(scene, intent);
    });

  /** In turn just after one was asked for, and while those that were asked for before are in full swing. */
  const killed = async (scene: Scene, kill: number): Promise<void> => {
    const asked = askAll(scene);
    await Promise.race(asked);
    if (kill % 2 === 0) await someEnd(scene);
    await someMoment();
    await cairn.end('SIGKILL');
    await Promise.all(asked);
    await cairn.again();
  };

  /** Until one of those that were asked for last is over. */
  const someEnd = async ({ person, intents, acks }: Scene): Promise<void> => {
    const last = intents.slice(-SHAPES.length).flatMap(({ workflow, key }) => {
      const execution = acks.get(key);
      return execution === undefined ? [] : [{ workflow, execution }];
    });
    if (last.length > 0) await Promise.race(last.map((each) => executionWhen(person, each, isOver)));
  };

  /** The ids of all executions that there are. */
  const listed = async ({ person: { client }, workflows }: Scene): Promise<ReadonlySet<string>> => {
    const lists = await severalAtOnce(workflows, AT_ONCE, ({ workflow }) =>
      wholeList(client.pages('listWorkflowExecutions', { params: { id: workflow } })),
    );
    return new Set(lists.flat().map(({ id }) => id));
  };

  const ended = ({ person, acks }: Scene, { workflow, key }: Intent): Promise<WorkflowExecution> =>
    executionWhen(person, { workflow, execution: acks.get(key)! }, isOver);

  it.each(scenesOf(KILLS, KILLS_IN_A_SCENE))(
    'each ends as it must, and each node has one effect (scene $scene, $kills kills)',
    async ({ kills }) => {
      const scene = await makeScene();
      const { person, intents, acks } = scene;
      for (let kill = 1; kill <= kills; kill += 1) await killed(scene, kill);
      expect(acks.size).toBeGreaterThan(kills);

      // Asked again under its key each is the one that it was; those that were not answered are one now.
      for (const intent of intents) await askAgain(scene, intent);

      const executions = await severalAtOnce(intents, AT_ONCE, (intent) => ended(scene, intent));
      const wrong = executions.flatMap((execution, place) => {
        const { shape } = intents[place]!;
        const differences = differencesOf(shape, execution);
        return differences.length === 0 ? [] : [{ shape: shape.name, id: execution.id, differences }];
      });
      expect(wrong).toEqual([]);
      expect(await wrongEffects(person, executions)).toEqual([]);
      expect(await listed(scene)).toEqual(new Set(acks.values()));
    },
    KILLS_IN_A_SCENE * LONGEST_KILL_MS,
  );
});
