import type { GraphBulkReply, GraphContentUndone } from '@cairn/contracts';
import { type Bulk, ownOf } from './bulks.js';
import type { Elements, Moment } from './moments.js';

export type Report = GraphBulkReply | GraphContentUndone;

/** The content before and after one revision. */
export interface Sides {
  readonly before: Moment;
  readonly after: Moment;
}

/** Where a revision is not what its bulk asked for, and was told of it; a sentence for each difference. */
export const wrongEffect = (
  bulk: Bulk,
  report: Report,
  sides: Sides,
  /** Those of the revision that it undoes. */
  undone: Sides | undefined,
): readonly string[] => {
  const { id, kind } = bulk;
  const compared = undone === undefined ? ofWriting(bulk, sides) : ofUndoing(bulk, sides, undone);
  const wrong = compared.filter(([, there, expected]) => there !== expected);
  const told = new Map<string, unknown>(Object.entries(report));
  const untrue = Object.entries(countsOf(kind, sides)).filter(([name, count]) => told.get(name) !== count);
  return [
    ...wrong.map(
      ([name, there, expected]) => `${kind} ${id}: ${name} ${String(there)}, not ${String(expected)}`,
    ),
    ...untrue.map(
      ([name, count]) => `${kind} ${id}: ${name} ${count}, told ${JSON.stringify(told.get(name))}`,
    ),
  ];
};

type Comparable = string | number | undefined;
type Compared = readonly (readonly [name: string, there: Comparable, expected: Comparable])[];

/** The uids of what differs. */
const differing = ({ values: one }: Elements, { values: other }: Elements): readonly string[] =>
  [...new Set([...one.keys(), ...other.keys()])].filter((uid) => one.get(uid) !== other.get(uid));

const numbersOf = (before: Elements, after: Elements) => {
  const all = differing(before, after);
  const created = all.filter((uid) => !before.values.has(uid)).length;
  const deleted = all.filter((uid) => !after.values.has(uid)).length;
  return { created, deleted, updated: all.length - created - deleted, all: all.length };
};

/** What is told of a revision. */
const countsOf = (kind: Bulk['kind'], { before, after }: Sides): Readonly<Record<string, number>> => {
  const nodes = numbersOf(before.nodes, after.nodes);
  const edges = numbersOf(before.edges, after.edges);
  if (kind === 'undo') return { nodes: nodes.all, edges: edges.all };
  return {
    created: nodes.created + edges.created,
    updated: nodes.updated + edges.updated,
    deleted: nodes.deleted + edges.deleted,
    unchanged: 0,
  };
};

/** All that is its own is there, all that it deletes is gone, and nothing else is touched. */
const ofWriting = ({ id, kind, of }: Bulk, { before, after }: Sides): Compared => {
  const own = ownOf[kind];
  const had = (elements: Elements): number => elements.terms.get(of?.bulk.id ?? '') ?? 0;
  const [nodes, edges] = [numbersOf(before.nodes, after.nodes), numbersOf(before.edges, after.edges)];
  return [
    ['own nodes', after.nodes.terms.get(id) ?? 0, own.nodes],
    ['own edges', after.edges.terms.get(id) ?? 0, own.edges],
    ['nodes that differ', nodes.all - nodes.deleted, own.nodes],
    ['edges that differ', edges.all - edges.deleted, own.edges],
    ['nodes deleted', nodes.deleted, kind === 'remove' ? had(before.nodes) : 0],
    ['edges deleted', edges.deleted, ['remove', 'unlink'].includes(kind) ? had(before.edges) : 0],
  ];
};

/** What differs is as it was before what is undone; that is all of it, unless others' changes are left. */
const ofUndoing = ({ skips }: Bulk, { before, after }: Sides, undone: Sides): Compared =>
  (['nodes', 'edges'] as const).flatMap((kind) => {
    const touched = differing(undone.before[kind], undone.after[kind]);
    const changed = differing(before[kind], after[kind]);
    return [...changed, ...(skips ? [] : touched)].map(
      (uid) => [uid, after[kind].values.get(uid), undone.before[kind].values.get(uid)] as const,
    );
  });

/** Bulks of which a part is there. */
export const halves = (bulks: readonly Bulk[], now: Moment): readonly string[] =>
  bulks.flatMap(({ id, kind }) =>
    (['nodes', 'edges'] as const).flatMap((elements) => {
      const there = now[elements].terms.get(id) ?? 0;
      const own = ownOf[kind][elements];
      return there === 0 || there === own ? [] : [`${kind} ${id}: ${there} of ${own} ${elements}`];
    }),
  );
