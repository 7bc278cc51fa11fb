import { shown } from '../../../formats/reading/refusal.js';
import type { DeclaredEdgeType } from '../../schema.js';
import type { EdgeValue, Flaw } from '../elements.js';
import { DeclaredProperties, valuesOf } from './declared-properties.js';

/** The labels of the nodes at the ends of an edge. */
export interface EndLabels {
  readonly source: readonly string[];
  readonly target: readonly string[];
}

/** The type of node at an end; `undefined` stands for any. */
type End = string | undefined;

/** What is declared for one of the ends, at the cost of the smaller of both. */
const among = <Value>(ends: ReadonlySet<End>, declared: ReadonlyMap<End, Value>): readonly Value[] => {
  if (declared.size < ends.size)
    return [...declared].filter(([end]) => ends.has(end)).map(([, value]) => value);
  return [...ends].flatMap((end) => declared.get(end) ?? []);
};

/** So many labels are named in a message. */
const MOST_NAMED = 5;

/** All that a schema declares of one type of edges: what edges may have, by what they lead from and to. */
export class EdgeType {
  readonly #byEnds = new Map<End, Map<End, DeclaredProperties>>();
  readonly #targets = new Set<End>();
  #declarations = 0;

  constructor(private readonly type: string) {}

  declare({ from, to, properties }: DeclaredEdgeType): void {
    const byTarget = this.#byEnds.get(from) ?? new Map<End, DeclaredProperties>();
    this.#byEnds.set(from, byTarget);
    this.#targets.add(to);
    let declared = byTarget.get(to);
    if (declared === undefined) {
      declared = new DeclaredProperties(this.type);
      byTarget.set(to, declared);
      this.#declarations += 1;
    }
    declared.declare(properties);
  }

  /** None when the edge is as one of the declarations says. Else what is wrong under the first that has its ends. */
  *flaws({ properties, directed }: EdgeValue, ends: EndLabels): Generator<Flaw, void, void> {
    const values = valuesOf(properties);
    const fitting = this.#between(ends.source, ends.target);
    // Without a direction it may lie either way round.
    if (!directed) fitting.push(...this.#between(ends.target, ends.source));
    if (fitting.some((one) => one.accept(values))) return;
    if (fitting.length === 0) yield* this.#endFlaws(ends);
    const meant = fitting[0] ?? this.#only();
    if (meant !== undefined) yield* meant.flaws(values);
  }

  /** The declarations for edges between such nodes. */
  #between(source: readonly string[], target: readonly string[]): DeclaredProperties[] {
    const targets = new Set<End>([...target, undefined]);
    return among(new Set<End>([...source, undefined]), this.#byEnds).flatMap((byTarget) =>
      among(targets, byTarget),
    );
  }

  #only(): DeclaredProperties | undefined {
    if (this.#declarations > 1) return undefined;
    for (const byTarget of this.#byEnds.values()) for (const declared of byTarget.values()) return declared;
    return undefined;
  }

  *#endFlaws({ source, target }: EndLabels): Generator<Flaw, void, void> {
    const sources = this.#endFlaw('/source', source, this.#byEnds);
    const targets = this.#endFlaw('/target', target, this.#targets);
    if (sources !== undefined) yield sources;
    if (targets !== undefined) yield targets;
    if (sources !== undefined || targets !== undefined) return;
    const message = `must be another node: ${shown(this.type)} does not lead from such a source to such a target`;
    yield { pointer: '/target', code: 'end_type', message };
  }

  #endFlaw(
    pointer: string,
    labels: readonly string[],
    declared: ReadonlyMap<End, unknown> | ReadonlySet<End>,
  ): Flaw | undefined {
    if (declared.has(undefined) || labels.some((label) => declared.has(label))) return undefined;
    const named: string[] = [];
    for (const end of declared.keys()) {
      if (named.length === MOST_NAMED) break;
      if (end !== undefined) named.push(shown(end));
    }
    const more = declared.size > MOST_NAMED ? ', …' : '';
    const which = declared.size === 1 ? 'the label' : 'one of the labels';
    const message = `must be a node with ${which} ${named.join(', ')}${more} (type ${shown(this.type)})`;
    return { pointer, code: 'end_type', message };
  }
}
