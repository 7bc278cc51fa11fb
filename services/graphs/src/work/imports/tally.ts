import type { GraphImportError, GraphImportReport, JsonObject } from '@cairn/contracts';
import type { StoredPart } from '../../application/content/file-parts.js';
import type { GraphJob } from '../../domain/job/state.js';
import type { GraphElement } from '../../formats/element.js';
import type { Part } from './parts.js';
import type { Survey } from './survey.js';

/** So many errors are told. */
const MOST_ERRORS = 100;

/** What an import did so far. */
export interface Tally {
  nodes_created: number;
  nodes_updated: number;
  nodes_unchanged: number;
  nodes_deleted: number;
  nodes_implied: number;
  edges_created: number;
  edges_updated: number;
  edges_unchanged: number;
  edges_deleted: number;
  edges_moved: number;
  nodes_skipped: number;
  edges_skipped: number;
  skipped: number;
  errors: GraphImportError[];
  schema_warning_count: number;
  schema_warnings: GraphImportError[];
}

export const newTally = (): Tally => ({
  nodes_created: 0,
  nodes_updated: 0,
  nodes_unchanged: 0,
  nodes_deleted: 0,
  nodes_implied: 0,
  edges_created: 0,
  edges_updated: 0,
  edges_unchanged: 0,
  edges_deleted: 0,
  edges_moved: 0,
  nodes_skipped: 0,
  edges_skipped: 0,
  skipped: 0,
  errors: [],
  schema_warning_count: 0,
  schema_warnings: [],
});

/** Counts what became of a part of the file. */
export const addPart = (
  tally: Tally,
  part: Part,
  { nodes, edges, implied, moved, flaws, warned }: StoredPart,
): void => {
  tally.nodes_created += nodes.created;
  tally.nodes_updated += nodes.updated;
  tally.nodes_unchanged += nodes.unchanged;
  tally.nodes_implied += implied;
  tally.edges_created += edges.created;
  tally.edges_updated += edges.updated;
  tally.edges_unchanged += edges.unchanged;
  tally.edges_moved += moved;
  const errors = errorsOf(part, flaws);
  const skipped = skippedOf(part, flaws);
  tally.nodes_skipped += skipped.nodes;
  tally.edges_skipped += skipped.edges;
  tally.skipped += skipped.nodes + skipped.edges;
  tally.errors.push(...errors.slice(0, MOST_ERRORS - tally.errors.length));
  tally.schema_warning_count += warned.count;
  const warnings = errorsOf({ ...part, setAside: [] }, warned.first);
  tally.schema_warnings.push(...warnings.slice(0, MOST_ERRORS - tally.schema_warnings.length));
};

/** A node that only edges name is no element of the file: these edges are skipped with it. */
const skippedOf = ({ setAside }: Part, flaws: StoredPart['flaws']) => {
  const flawed = [...new Set(flaws.map(({ pointer }) => elementOf(pointer)))];
  const aside = (kind: GraphElement['kind']): number =>
    setAside.filter(({ element }) => element.kind === kind).length;
  return {
    nodes: aside('node') + flawed.filter((element) => element.startsWith('nodes/')).length,
    edges: aside('edge') + flawed.filter((element) => element.startsWith('edges/')).length,
  };
};

const elementOf = (pointer: string): string => pointer.split('/').slice(1, 3).join('/');

/** What is wrong with elements of a part, by their places in the file. */
export const errorsOf = (part: Part, flaws: StoredPart['flaws']): readonly GraphImportError[] => [
  ...part.setAside.map(({ element, code, message }) => errorAt(element, code, message)),
  ...flaws.map(({ pointer, code, message }) => {
    const [, kind = '', index = '', ...within] = pointer.split('/');
    const told = within.length === 0 ? message : `${within.join('/')} ${message}`;
    if (kind === 'implied') return impliedError(part.implied[Number(index)], code, told);
    const element = kind === 'edges' ? part.edges[Number(index)] : part.nodes[Number(index)];
    return errorAt(element, code, told);
  }),
];

/** It stands nowhere in the file. */
const impliedError = (uid = '', code: string, message: string): GraphImportError => ({
  code,
  message: `node ${shownUid(uid)}, which only edges name: ${message}`,
});

const errorAt = (element: GraphElement | undefined, code: string, message: string): GraphImportError => ({
  ...element?.place,
  code,
  message: element === undefined ? message : `${nameOf(element)}: ${message}`,
});

const nameOf = (element: GraphElement): string =>
  element.kind === 'node'
    ? `node ${shownUid(element.uid)}`
    : `edge ${shownUid(element.uid ?? '')} from ${shownUid(element.from)} to ${shownUid(element.to)}`;

const shownUid = (uid: string): string => JSON.stringify(uid.slice(0, 100));

/** What was found out before anything was stored. */
export interface Plan {
  readonly format: string;
  readonly dialect: string;
  readonly nodes: number;
  readonly edges: number;
  readonly warnings: readonly string[];
  /** The revision of the content before the import, −1 for none; what is newer is not deleted by `replace`. */
  readonly before: number;
}

export const planOf = (
  { end, keyed, nulls }: Pick<Survey, 'end' | 'keyed' | 'nulls'>,
  before: number,
): Plan => {
  const { format, dialect, nodes, edges, notHeld } = end;
  const losses = [
    ...notHeld,
    ...(keyed ? [{ what: 'ids of edges, which repeat', count: edges }] : []),
    ...(nulls > 0 ? [{ what: 'properties that are null', count: nulls }] : []),
  ];
  return {
    ...{ format, dialect, nodes, edges, before },
    warnings: losses.map(({ what, count }) => `${what} (${count})`),
  };
};

/** Where another worker goes on: so many parts of the step are done, and this is what was done so far. */
export interface Cursor {
  step: Step;
  parts: number;
  readonly plan: Plan;
  readonly tally: Tally;
}
/** `elements`: nodes and edges as they stand in the file; else first the nodes, then the edges. */
export type Step = 'elements' | 'nodes' | 'edges' | 'deleting';

export const cursorJson = ({ step, parts, plan, tally }: Cursor): JsonObject => ({
  step,
  parts,
  plan: { ...plan },
  tally: structuredClone(tally),
});

/** The cursor that a worker left; `undefined` when none had come to storing. */
export const cursorFrom = (json: JsonObject | null): Cursor | undefined =>
  // Only `cursorJson` makes them.
  json === null || !('step' in json) ? undefined : (structuredClone(json) as JsonObject & Cursor);

export const reportOf = (job: GraphJob, { plan, tally }: Pick<Cursor, 'plan' | 'tally'>, now: number) => {
  const { mode, dry_run } = job.options;
  const { edges_moved, ...told } = structuredClone(tally);
  return {
    ...(dry_run ? {} : { job_id: job.id }),
    ...{ format: plan.format, dialect: plan.dialect, mode, dry_run },
    nodes_read: plan.nodes,
    edges_read: plan.edges,
    ...told,
    warnings: [
      ...plan.warnings,
      ...(edges_moved > 0 ? [`edges that have other ends than before (${edges_moved})`] : []),
    ],
    duration_ms: Math.max(0, now - Date.parse(job.requested_at)),
  } satisfies GraphImportReport;
};
