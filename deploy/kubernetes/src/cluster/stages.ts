import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { POD_STAGES } from '../tools/kubernetes.js';

interface Expression {
  readonly key: string;
}

/** What is read of a stage of kwok. */
interface Stage {
  readonly spec: { readonly selector: { readonly matchExpressions: readonly Expression[] } };
}

/** For kwok, a pod ends when it is of a Job. */
const OF_A_JOB = '.metadata.ownerReferences.[].kind';
/** Here each ends that need not be started again: pods of Jobs, and hooks. */
const ENDS = { key: '.spec.restartPolicy', operator: 'In', values: ['Never', 'OnFailure'] };

/** What happens to pods, as kwok is told: documents with lines between them. `folder` is where its own stages are. */
export const podStages = (folder: string): string =>
  POD_STAGES.map((name) => parse(readFileSync(join(folder, name), 'utf8')) as Stage)
    .map((stage) => JSON.stringify(withEnd(stage)))
    .join('\n---\n');

const withEnd = ({ spec, ...stage }: Stage): Stage => {
  const matchExpressions = spec.selector.matchExpressions.map((each) =>
    each.key === OF_A_JOB ? ENDS : each,
  );
  return { ...stage, spec: { ...spec, selector: { ...spec.selector, matchExpressions } } };
};
