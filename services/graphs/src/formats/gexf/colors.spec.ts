import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readWhole, roundTrip } from '../testing/reading.js';

const COLORED = join(__dirname, '../testing/corpus/files/graphology-directed-1.3.gexf');
const WRITTEN = '<viz:color hex="#ff0000" r="255" g="0" b="0"';

it('a color in hexadecimal has its parts in GEXF 1.2, and comes in again as it was', async () => {
  const { end: _, ...graph } = await readWhole(readFileSync(COLORED, 'utf8'));
  const { text, back } = await roundTrip(graph, 'gexf', '1.2draft');
  expect(text).toContain(WRITTEN);
  expect(back.nodes).toEqual(graph.nodes);
});

it('a part that somebody changed in such a file is the color', async () => {
  const { text } = await roundTrip(await readWhole(readFileSync(COLORED, 'utf8')), 'gexf', '1.2draft');
  const { nodes } = await readWhole(text.replace(WRITTEN, WRITTEN.replace('r="255"', 'r="1"')));
  const colors = nodes.map(({ kept }) => JSON.stringify(kept)).join('');
  expect(colors).toContain('["viz:color",{"r":"1","g":"0","b":"0"}]');
});
