import type { WorkflowVersion } from '@cairn/contracts';
import type { Json } from '@cairn/kernel';
import type { Answer } from '../../call/answer.js';
import type { Call } from '../../call/call.js';

interface Sent {
  readonly nodes?: readonly { readonly id?: string }[] | undefined;
  readonly edges?: readonly { readonly id?: string }[] | undefined;
}

type Ids = Pick<WorkflowVersion, 'node_ids' | 'edge_ids'>;

/** What the nodes and edges of a body are called now: what was there keeps its id, what is new has one of the command. */
const idsOf = (
  call: Pick<Call, 'newId'>,
  { nodes, edges }: Sent,
  there: Pick<WorkflowVersion, 'nodes' | 'edges'>,
): Ids => ({
  ...(nodes === undefined ? {} : { node_ids: idsAmong(call, 'node', nodes, there.nodes) }),
  ...(edges === undefined ? {} : { edge_ids: idsAmong(call, 'edge', edges, there.edges) }),
});

const idsAmong = (
  call: Pick<Call, 'newId'>,
  role: 'node' | 'edge',
  sent: readonly { readonly id?: string }[],
  there: readonly { readonly id: string }[] | undefined,
): string[] => {
  const known = new Set(there?.map(({ id }) => id));
  return sent.map(({ id = '' }, place) => {
    const made = call.newId(role, place);
    return there === undefined || known.has(made) || !known.has(id) ? made : id;
  });
};

/** An answer with a version to which a canvas was brought. */
export const withIdsOfVersion = (answer: Answer, call: Pick<Call, 'newId'>, sent: Sent = {}): Answer => {
  if (answer.kind !== 'resource') return answer;
  const version = answer.body as WorkflowVersion;
  return { ...answer, body: { ...version, ...idsOf(call, sent, version) } as Json };
};

/** An answer with a workflow whose first version was made with a canvas: all ids are new. */
export const withIdsOfFirst = (answer: Answer, call: Pick<Call, 'newId'>, sent: Sent = {}): Answer => {
  if (answer.kind !== 'resource') return answer;
  const { versions, ...workflow } = answer.body as { readonly versions: readonly WorkflowVersion[] };
  const [first, ...others] = versions;
  return {
    ...answer,
    body: { ...workflow, versions: [{ ...first, ...idsOf(call, sent, {}) }, ...others] } as Json,
  };
};
