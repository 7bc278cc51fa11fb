import type { ModelFacts } from './port.js';

/** What is told of a model that answered no made-up rows. */
export const notAsked = (facts: ModelFacts, why: string): ModelFacts => ({
  ...facts,
  undecided: [{ config: 'batch', message: notSeen(why) }],
});

export const notSeen = (why: string): string =>
  `It was not seen how the model answers: ${why}. \`batch: true\` lets requests be joined; \`output.activation\` says what makes confidences of its scores.`;
