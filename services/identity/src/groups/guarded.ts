import type { Refusal, Step } from '@cairn/kernel';

/**
 * Steps that are not even looked at for who may not do what they lead to: the first refusal is the answer, and that a slug
 * is taken, or who the last administrator is, tells of what the caller may not know of.
 */
export const guarded = (steps: readonly Step[], ask: () => Promise<Refusal | undefined>): readonly Step[] =>
  steps.map(({ stream, prepare }) => ({
    stream,
    prepare: async (by) => (await ask()) ?? prepare(by),
  }));
