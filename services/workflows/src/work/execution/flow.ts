import type { ServiceTools } from '@cairn/kernel';
import type { Plan } from '../../domain/execution/plan.js';
import type { KnownExecution } from '../../domain/execution/state.js';
import { inputOf, NOTHING_CAME, type Value } from '../../domain/execution/values.js';
import type { Walk } from '../../domain/execution/walk.js';
import { answerIn } from '../../read-models/executions/stored-answer.js';
import type { Opened } from './opened.js';

/** What flows between the nodes of an execution. What joins values shares them. */
export class Flow {
  readonly #outputs = new Map<number, Value>();

  constructor(
    private readonly plan: Plan,
    private readonly walk: Walk,
    private readonly opened: Opened,
  ) {}

  /**
   * What nodes had put out before. They are taken in the order in which they were recorded: none comes before those that
   * lead to it, so that what pass nodes hand on is made of what is there.
   */
  async recall({ nodes }: KnownExecution, blobs: ServiceTools['blobs']): Promise<void> {
    for (const { node_id, status } of Object.values(nodes)) {
      const place = this.plan.places.get(node_id);
      if (place === undefined || status !== 'completed') continue;
      if (this.plan.nodes[place]!.kind === 'pass') this.put(place, this.inputOf(place));
      const output = this.opened.outputs.get(node_id);
      const answer = output && (await answerIn(blobs, output));
      if (answer !== undefined) this.put(place, { kind: 'answer', answer });
    }
  }

  put(place: number, output: Value): void {
    this.#outputs.set(place, output);
  }

  /** What comes to a node whose predecessors are settled: of those that failed nothing, of skipped ones not even that. */
  inputOf(place: number): Value {
    const came = this.plan.inputs[place]!.map((at) => ({
      name: this.plan.nodes[at]!.name,
      value: this.walk.standingOf(at) === 'skipped' ? undefined : (this.#outputs.get(at) ?? NOTHING_CAME),
    }));
    return inputOf(came, this.opened.input);
  }
}
