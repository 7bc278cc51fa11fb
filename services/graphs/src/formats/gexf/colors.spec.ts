import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readWhole, roundTrip } from '../testing/reading.js';

const COLORED = join(__dirname, '../testing/corpus/files/graphology-directed-1.3.gexf');

it('a color in hexadecimal has its parts in GEXF 1.2, and comes in again as it was', async () => {
  const { end: _, ...graph } = await readWhole(readFileSync(COLORED, 'utf8'));
  const { text, back } = await roundTrip(graph, 'gexf', '1.2draft');
  expect(text).toContain('<viz:color hex="#ff0000" r="255" g="0" b="0"');
  expect(back.nodes).toEqual(graph.nodes);
});
