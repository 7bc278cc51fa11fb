import { withoutAbsent } from '@cairn/assets';
import {
  type GraphFactsSaid,
  graphJobCommands,
  type ImportedEdge,
  type ImportedNode,
  type JsonObject,
} from '@cairn/contracts';
import { freshId, JobRefused } from '@cairn/kernel';
import type { StoredPart } from '../../application/content/file-parts.js';
import type { GraphJob } from '../../domain/job/state.js';
import type { Flaw } from '../../domain/content/elements.js';
import type { GraphFacts, NodeElement } from '../../formats/element.js';
import { type AsRequester, CommandRefused } from '../as-requester.js';
import type { NodesOfFile, Passing } from './names.js';
import type { NamedEdge, Part } from './parts.js';
import { errorsOf } from './tally.js';

type Sending =
  /** What would be done is asked: the file has these nodes. */
  | { readonly look: { readonly nodes: NodesOfFile; readonly passing: Passing } }
  /** It is stored by this command. */
  | { readonly id: string };

/** Sends a part of the file. Throws `JobRefused` with the places in the file of what is wrong. */
export const sendPart = async (
  requester: AsRequester,
  job: GraphJob,
  part: Part,
  sending: Sending,
): Promise<StoredPart> => {
  const { id: job_id, graph_id: id, version_id, on_error, options } = job;
  const isMerged = options.mode === 'merge';
  const input = {
    ...{ id, version_id, job_id, on_error, mode: MODES[options.mode] },
    nodes: part.nodes.map((node) => importedNode(node, isMerged)),
    edges: part.edges.map((edge) => importedEdge(edge, isMerged)),
    implied: [...part.implied],
    ...(part.facts === undefined ? {} : { facts: sentFacts(part.facts) }),
    only_look: 'look' in sending,
    ends: 'look' in sending ? endsOf(part, sending.look) : [],
  };
  const commandId = 'look' in sending ? freshId() : sending.id;
  try {
    const { result } = await requester.send(graphJobCommands.storeElements, input, commandId);
    // The command answers what became of the part.
    return result as JsonObject & StoredPart;
  } catch (error) {
    throw error instanceof JobRefused ? placed(error, part) : error;
  }
};

const MODES = { merge: 'merge', append: 'create', replace: 'set' } as const;

/** Merged, what a file does not say stays as it is. */
const importedNode = (node: NodeElement, isMerged: boolean): ImportedNode => {
  const { uid, labels, properties, parent, kept } = node;
  return {
    uid,
    ...(isMerged && labels.length === 0 ? {} : { labels: [...labels] }),
    ...{ properties, ...withoutAbsent({ parent, kept }) },
  };
};

const importedEdge = (edge: NamedEdge, isMerged: boolean): ImportedEdge => {
  const { uid, from: source, to: target, type, directed, properties, kept } = edge;
  const said = isMerged && type === '' ? {} : { type };
  return { uid, source, target, ...said, directed, properties, ...withoutAbsent({ kept }) };
};

const sentFacts = ({ kind: _, declarations, ...said }: GraphFacts): GraphFactsSaid => ({
  ...said,
  ...(declarations === undefined ? {} : { declarations: declarations.map((one) => ({ ...one })) }),
});

/** The nodes that the edges of a part connect and other parts have. */
const endsOf = (
  { nodes, edges, implied }: Part,
  { nodes: all, passing }: { readonly nodes: NodesOfFile; readonly passing: Passing },
): { uid: string; labels: string[] }[] => {
  const own = new Set([...nodes.map(({ uid }) => uid), ...implied]);
  const ends = new Set(edges.flatMap(({ from, to }) => [from, to]));
  return [...ends].flatMap((uid) => {
    if (own.has(uid)) return [];
    const labels = all.labelsOf(uid) ?? (passing.isEnd(uid) ? [] : undefined);
    return labels === undefined ? [] : [{ uid, labels: [...labels] }];
  });
};

const placed = (refused: JobRefused, part: Part): JobRefused => {
  const flaws = refused instanceof CommandRefused ? flawsOf(refused) : [];
  const errors = flaws.length === 0 ? refused.errors : errorsOf({ ...part, setAside: [] }, flaws);
  return new JobRefused(refused.code, refused.message, errors);
};

const flawsOf = ({ reply: { errors = [] } }: CommandRefused): readonly Flaw[] =>
  errors.flatMap(({ pointer, code, message }) => (pointer === undefined ? [] : [{ pointer, code, message }]));
