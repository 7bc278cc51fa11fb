import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readWhole, roundTrip } from '../testing/reading.js';

const YED = join(__dirname, '../testing/corpus/files/yed.graphml');

it('a group of yEd has a graph in it, which other tools look for, and comes in again as it was', async () => {
  const { end: _, ...graph } = await readWhole(readFileSync(YED, 'utf8'));
  const { text, back } = await roundTrip(graph, 'graphml', 'graphml');
  expect(text).toMatch(
    /<node id="n1"[^>]* yfiles\.foldertype="group"[^]*?<graph edgedefault="directed"\/><\/node>/,
  );
  expect(back.nodes).toEqual(graph.nodes);
});
