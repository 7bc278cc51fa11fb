/** Random canvases are executed, and what becomes of each node is what docs/workflows.md says. */
import fc from 'fast-check';
import { severalAtOnce } from '../support/asking.js';
import { anyShape, type Shape } from '../support/executions/canvases.js';
import { differencesOf } from '../support/executions/comparing.js';
import { wrongEffects } from '../support/executions/effects.js';
import {
  type DrawnModels,
  drawnModels,
  drawnWorkflow,
  execute,
  executionWhen,
  isOver,
} from '../support/executions/executing.js';
import { type Person, somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';

const CANVASES = 1_000;
const IN_A_BATCH = 100;
const AT_ONCE = 8;
const LONGEST_BATCH_MS = 600_000;
/** Seconds, the longest that an answer waits. */
const WAIT = 30;

describe.each(topologies)('random canvases, on $name', (topology) => {
  const shapes = fc.sample(anyShape, CANVASES);
  let cairn: SharedCairn;
  let ada: Person;
  let models: DrawnModels;
  beforeAll(async () => {
    cairn = await topology.shared();
  });
  afterAll(() => cairn.leave());

  const executed = async (shape: Shape) => {
    const { id: workflow } = await drawnWorkflow(ada, shape.name, shape.canvas, models);
    const execution = await execute(ada.client, { workflow, text: shape.given, wait: WAIT });
    return { shape, execution: await executionWhen(ada, { workflow, execution }, isOver) };
  };

  it.each(Array.from({ length: CANVASES / IN_A_BATCH }, (_, batch) => batch * IN_A_BATCH))(
    'from %i on end as they must, and each node asks its model once',
    async (from) => {
      // Each batch is somebody's own, so that its effects are listed alone.
      ada = await somebody(cairn);
      models = await drawnModels(ada);
      const ended = await severalAtOnce(shapes.slice(from, from + IN_A_BATCH), AT_ONCE, executed);
      const wrong = ended.flatMap(({ shape, execution }) => {
        const differences = differencesOf(shape, execution);
        return differences.length === 0 ? [] : [{ shape: JSON.stringify(shape), differences }];
      });
      expect(wrong).toEqual([]);
      expect(
        await wrongEffects(
          ada,
          ended.map(({ execution }) => execution),
        ),
      ).toEqual([]);
    },
    LONGEST_BATCH_MS,
  );
});
