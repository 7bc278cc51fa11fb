import type { FieldError } from '@cairn/kernel';
import type { Canvas, KnownNode } from '../canvas/state.js';
import type { Plan } from './plan.js';
import { laterSettings, wrongSettings } from './settings.js';

/** What is told of one node or edge that cannot be executed. */
export interface NodeProblem {
  readonly code: string;
  readonly message: string;
  readonly node_ids?: readonly string[];
  readonly edge_id?: string;
}

/** So many problems are told at most. */
const MOST_TOLD = 100;

/** What a version has that cannot be executed yet, an entry for each node and edge. */
export const notYetOf = ({ nodes, edges }: Pick<Canvas, 'nodes' | 'edges'>): readonly NodeProblem[] => [
  ...Object.values(nodes).flatMap((node) => {
    const message = notYet(node);
    return message === undefined ? [] : [{ code: 'not_executable_yet', message, node_ids: [node.id] }];
  }),
  ...Object.values(edges)
    .filter(({ edge_type }) => edge_type === 'context')
    .map(({ id }) => ({
      code: 'not_executable_yet',
      message: 'Edges of context are not executed yet.',
      edge_id: id,
    })),
];

const notYet = ({ entity_type, config }: KnownNode): string | undefined => {
  if (entity_type !== '' && entity_type !== 'model')
    return `Nodes with a ${entity_type} are not executed yet.`;
  const [later] = laterSettings(config);
  return later && `\`${later}\` in the config of a node is not executed yet.`;
};

/** Nodes whose config says something that cannot be. */
export const wronglySetOf = ({ nodes }: Pick<Canvas, 'nodes'>): readonly NodeProblem[] =>
  Object.values(nodes).flatMap(({ id, config }) =>
    wrongSettings(config).map((message) => ({ code: 'node_config_invalid', message, node_ids: [id] })),
  );

/** Nodes to which several lead whose names do not tell them apart: what they get is told by name. */
export const ambiguousOf = ({ nodes, inputs }: Plan): readonly NodeProblem[] =>
  nodes.flatMap(({ id }, place) => {
    const names = inputs[place]!.map((at) => nodes[at]!.name);
    if (names.length < 2 || (new Set(names).size === names.length && !names.includes(''))) return [];
    return [
      {
        code: 'name_ambiguous',
        message: 'The nodes that lead to it need names, each another one.',
        node_ids: [id],
      },
    ];
  });

/** Problems as a refusal tells them. Pointers lead to the first node, or the edge, by its id. */
export const errorsOf = (problems: readonly NodeProblem[]): readonly FieldError[] =>
  problems.slice(0, MOST_TOLD).map(({ code, message, node_ids: [node] = [], edge_id }) => ({
    code,
    message,
    ...(edge_id === undefined ? {} : { pointer: `/edges/${edge_id}` }),
    ...(edge_id !== undefined || node === undefined ? {} : { pointer: `/nodes/${node}` }),
  }));
