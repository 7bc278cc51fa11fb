import type { OnFailure, Plan } from './plan.js';

/** How a node stands in a walk. `left_out`: something that it depends on failed with `skip`, or was left out itself. */
export type Standing = 'waiting' | 'ready' | 'completed' | Failed | 'skipped' | 'left_out' | 'cancelled';
type Failed = `failed_${OnFailure}`;
export type Outcome = 'completed' | Failed;

/**
 * A walk over the nodes of a plan. A node is ready when every node at the other end of an incoming edge is settled.
 *
 * - It is left out when one of these failed with `skip`, or was left out.
 * - It is skipped when all of its data come from skipped nodes.
 * - Else it runs: with what came, `null` of those that failed with `continue`.
 * - A failure with `stop` ends the walk: what runs is cancelled, what waits is skipped.
 *
 * A whole walk takes time linear in nodes and edges: it counts the predecessors of each node that are open. Nothing is
 * told to it twice: after a crash it is made anew from the outcomes that were recorded.
 */
export class Walk {
  readonly #standings: Standing[];
  readonly #open: number[];
  #ready: number[] = [];
  #skipped: number[] = [];
  #left: number;
  #isStopped = false;

  constructor(private readonly plan: Plan) {
    this.#standings = plan.nodes.map(() => 'waiting');
    this.#open = plan.into.map(({ length }) => length);
    this.#left = plan.nodes.length;
    for (const [place, edges] of plan.into.entries()) if (edges.length === 0) this.#arrive(place);
  }

  /** The walk after these outcomes, by place; those of nodes that it does not reach are passed over. */
  static after(plan: Plan, outcomes: ReadonlyMap<number, Outcome>): Walk {
    const walk = new Walk(plan);
    const open: number[] = [];
    for (let ready = walk.takeReady(); ready.length > 0; ready = walk.takeReady())
      for (const place of ready) {
        const outcome = outcomes.get(place);
        if (outcome === undefined) open.push(place);
        else walk.settle(place, outcome);
      }
    if (!walk.#isStopped) walk.#ready = open;
    return walk;
  }

  standingOf(place: number): Standing {
    return this.#standings[place]!;
  }

  /** Those that became ready since it was asked last. */
  takeReady(): readonly number[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  /** Those that were skipped or left out since it was asked last. */
  takeSkipped(): readonly number[] {
    const skipped = this.#skipped;
    this.#skipped = [];
    return skipped;
  }

  /** False when the node is settled, or the walk has stopped: what comes late changes nothing. */
  settle(place: number, outcome: Outcome): boolean {
    if (this.#standings[place] !== 'ready') return false;
    this.#standings[place] = outcome;
    this.#left -= 1;
    if (outcome === 'failed_stop') this.#stop();
    else this.#follow(place);
    return true;
  }

  get isOver(): boolean {
    return this.#left === 0;
  }

  /** A node failed with `stop`. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  #stop(): void {
    this.#isStopped = true;
    this.#left = 0;
    this.#ready = [];
    for (const [place, standing] of this.#standings.entries()) {
      if (standing === 'ready') this.#standings[place] = 'cancelled';
      if (standing !== 'waiting') continue;
      this.#standings[place] = 'skipped';
      this.#skipped.push(place);
    }
  }

  /** All that a node depends on is settled; so may be what depends on it, when it is skipped. */
  #arrive(place: number): void {
    const arrived = [place];
    for (let at = arrived.pop(); at !== undefined; at = arrived.pop()) {
      const standing = this.#standingAt(at);
      this.#standings[at] = standing;
      if (standing === 'ready') {
        this.#ready.push(at);
        continue;
      }
      this.#skipped.push(at);
      this.#left -= 1;
      arrived.push(...this.#opened(at));
    }
  }

  #follow(place: number): void {
    for (const next of this.#opened(place)) this.#arrive(next);
  }

  /** Those that wait for nothing more once this one is settled. Two edges between the same nodes count twice on both sides. */
  #opened(place: number): readonly number[] {
    return this.plan.outOf[place]!.filter((next) => (this.#open[next]! -= 1) === 0);
  }

  #standingAt(place: number): 'ready' | 'skipped' | 'left_out' {
    const standings = this.plan.into[place]!.map(({ at, data }) => ({
      data,
      standing: this.#standings[at]!,
    }));
    if (standings.some(({ standing }) => standing === 'left_out' || standing === 'failed_skip'))
      return 'left_out';
    const data = standings.filter((each) => each.data);
    return data.length > 0 && data.every(({ standing }) => standing === 'skipped') ? 'skipped' : 'ready';
  }
}
