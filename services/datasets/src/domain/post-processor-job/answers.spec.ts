import { keptAnswers, predictionsIn } from './answers.js';

const said = (prediction: string, confidence: number) => ({
  ...{ prediction, confidence, type: 'span', value: {} },
});
const keptOf = (...answers: ReturnType<typeof said>[]) => {
  const { result, cut } = keptAnswers(answers);
  return { names: predictionsIn(result).map(({ prediction }) => prediction[0]), cut };
};

describe('what a job keeps of an answer', () => {
  it('stands in the order of the model', () =>
    expect(keptOf(said('first', 0.2), said('second', 0.9), said('third', 0.5))).toEqual({
      names: ['f', 's', 't'],
      cut: 0,
    }));

  it('is what fits, the most likely before others', () => {
    const long = (name: string, confidence: number) => said(name.repeat(100_000), confidence);
    expect(keptOf(long('a', 0.1), long('b', 0.9), long('c', 0.5))).toEqual({ names: ['b', 'c'], cut: 1 });
    expect(keptOf(said('a'.repeat(300_000), 1), said('b', 0.5))).toEqual({ names: ['b'], cut: 1 });
  });
});
