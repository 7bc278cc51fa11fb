import { type Refusal, refuse, type ServiceTools } from '@cairn/kernel';
import { problemsWith } from '../../domain/canvas/problems.js';
import { planOf } from '../../domain/execution/plan.js';
import {
  ambiguousOf,
  errorsOf,
  type NodeProblem,
  notYetOf,
  wronglySetOf,
} from '../../domain/execution/problems.js';
import type { KnownWorkflowVersion } from '../../domain/version/state.js';
import { entityProblems } from '../entities.js';
import { wrongTimeoutOf } from './deadline.js';
import { type Pinned, versionIn } from './pins.js';

type Version = Pick<KnownWorkflowVersion, 'nodes' | 'edges' | 'problems' | 'config'>;

/** All that stands in the way of executing a version. */
export const problemRefusal = async (
  { tools }: { readonly tools: Pick<ServiceTools, 'services'> },
  version: Version,
  fixed: Pinned,
): Promise<Refusal | undefined> => {
  const found = [
    ...problemsWith(version, await entityProblems(tools, version)),
    ...ambiguousOf(planOf(version, versionIn(fixed.pins))),
    ...fixed.problems,
  ];
  return refusalOf(version, found);
};

/** What stands in the way of executing a version with other settings, as far as settings say it. */
export const settingsRefusal = (version: Version): Refusal | undefined =>
  refusalOf(version, problemsWith(version, []));

const refusalOf = (version: Version, found: readonly NodeProblem[]): Refusal | undefined => {
  const all = [...ofVersion(version), ...found, ...wronglySetOf(version), ...notYetOf(version)];
  const invalid = all.filter(({ code }) => code !== 'not_executable_yet');
  if (invalid.length > 0)
    return refuse('workflow_invalid', 'The version cannot be executed as it is.', errorsOf(invalid));
  return all.length === 0
    ? undefined
    : refuse('not_executable_yet', 'The version uses what is not executed yet.', errorsOf(all));
};

const ofVersion = (version: Version): readonly NodeProblem[] => [
  ...(Object.keys(version.nodes).length === 0 ? [NO_NODES] : []),
  ...wrongTimeoutOf(version),
];
const NO_NODES: NodeProblem = { code: 'canvas_empty', message: 'The version has no node.' };
