import { elementLimits } from '@cairn/contracts';
import { readWhole, roundTrip } from './testing/reading.js';

const { uidCharacters, nameCharacters, labelsPerNode, propertiesPerElement } = elementLimits;
/** Two units of UTF-16 each. */
const penguins = (count: number): string => '🐧'.repeat(count);

const node = (parts: object) => ({
  kind: 'node' as const,
  uid: 'a',
  labels: [],
  properties: {},
  ...parts,
});
const properties = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, index]));
const labels = (count: number) => Array.from({ length: count }, (_, index) => `L${index}`);

const whole = (parts: object) => ({ nodes: [node(parts)], edges: [], facts: { kind: 'graph' as const } });

describe('a file may hold what a request may hold of an element', () => {
  it.each([
    ['a uid', { uid: penguins(uidCharacters) }],
    ['a label', { labels: [penguins(nameCharacters)] }],
    ['the name of a property', { properties: { [penguins(nameCharacters)]: 1 } }],
    ['labels', { labels: labels(labelsPerNode) }],
    ['properties', { properties: properties(propertiesPerElement) }],
  ])('%s at the limit is written and read', async (_, parts) => {
    for (const [format, dialect] of [
      ['json', 'graphology'],
      ['graphml', 'graphml'],
    ] as const) {
      const { back } = await roundTrip(whole(parts), format, dialect);
      expect(back.end).toMatchObject({ kind: 'end', nodes: 1 });
      expect(back.nodes).toEqual([node(parts)]);
    }
  });

  it.each([
    ['a uid', { id: 'a'.repeat(uidCharacters + 1) }],
    ['a uid of large characters', { id: penguins(uidCharacters + 1) }],
    ['the name of a property', { id: 'a', ['p'.repeat(nameCharacters + 1)]: 1 }],
    ['a label', { id: 'a', labels: ['L'.repeat(nameCharacters + 1)] }],
    ['labels', { id: 'a', labels: labels(labelsPerNode + 1) }],
    ['properties', { id: 'a', ...properties(propertiesPerElement + 1) }],
  ])('%s beyond the limit is not read', async (_, said) => {
    const file = JSON.stringify({ directed: true, nodes: [said], edges: [] });
    expect((await readWhole(file)).end).toMatchObject({ kind: 'error', code: 'too_large' });
  });

  it('a uid beyond the limit is not written', async () => {
    await expect(
      roundTrip(whole({ uid: 'a'.repeat(uidCharacters + 1) }), 'json', 'graphology'),
    ).rejects.toThrow('cannot be written');
  });
});
