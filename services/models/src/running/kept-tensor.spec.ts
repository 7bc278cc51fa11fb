import { atOnce, type Json } from '@cairn/kernel';
import { keptTensor, toldTensors } from './kept-tensor.js';

const MANY = 50_001;
const toldOf = (values: readonly Json[]) => {
  const head = { type: 'string', shape: [values.length] };
  const x = keptTensor(head, values);
  return { kept: x, told: atOnce(toldTensors({ x }))['x'], wanted: { ...head, data: values } };
};

describe('a tensor that is kept', () => {
  it.each<[string, (place: number) => Json]>([
    ['numbers', (place) => place / 7],
    ['texts', (place) => `["${place}\\",\u2028`],
    ['booleans', (place) => place % 2 === 0],
  ])('is told as it was, many %s too, and is read in parts', (_, valueOf) => {
    const { kept, told, wanted } = toldOf(Array.from({ length: MANY }, (_each, place) => valueOf(place)));
    expect(told).toEqual(wanted);
    expect('parts' in kept && kept.parts.length).toBe(3);
  });

  it.each([[[]], [['a']]])('is its values where they are few: %j', (values) => {
    const { kept, told, wanted } = toldOf(values);
    expect([kept, told]).toEqual([wanted, wanted]);
  });
});
