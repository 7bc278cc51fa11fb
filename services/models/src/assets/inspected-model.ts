import type { InspectedModel } from '@cairn/contracts';
import type { ModelFacts } from '../running/port.js';

/** What an inspection found, as events and versions tell it. */
export const inspectedModel = ({
  inputs,
  outputs,
  answer,
  undecided,
  ...facts
}: ModelFacts): InspectedModel => ({
  ...facts,
  inputs: inputs.map(({ shape, ...tensor }) => ({ ...tensor, shape: [...shape] })),
  outputs: outputs.map(({ shape, ...tensor }) => ({ ...tensor, shape: [...shape] })),
  ...(answer === undefined ? {} : { answer: answerOf(answer) }),
  ...(undecided === undefined ? {} : { undecided: [...undecided] }),
});

const answerOf = ({ labels, ...answer }: NonNullable<ModelFacts['answer']>) => ({
  ...answer,
  ...(labels === undefined ? {} : { labels: [...labels] }),
});
