/** Files that the real libraries export, with their defaults: Cairn answers what the library itself predicts. */
import { everyCell } from '../support/cells.js';
import { libraryCases, type LibraryCase } from '../support/library-cases.js';
import { LibraryModels } from '../support/library-models.js';
import { somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';

const AT_ONCE = { atOnce: 4 };
const nameOf = ({ name }: LibraryCase): string => name;

describe.each(topologies)('what libraries export, on $name', (topology) => {
  let cairn: RunningCairn;
  let cases: readonly LibraryCase[];
  let models: LibraryModels;
  beforeAll(async () => {
    cairn = await topology.start();
    cases = await libraryCases();
    models = new LibraryModels(cairn.baseUrl, await somebody(cairn));
  }, 900_000);
  afterAll(async () => {
    await cairn.remove();
    const asked = models.asked.map((each) => `    ${each}\n`).join('');
    process.stdout.write(`    ${models.asked.length} lines of config were asked for\n${asked}`);
  });

  it('is answered, each of twenty rows, as the library predicts it', async () => {
    await everyCell(cases, nameOf, (each) => models.checkRows(each), AT_ONCE);
  }, 600_000);

  it('gives the numbers of onnxruntime to clients of the open inference protocol', async () => {
    await everyCell(cases, nameOf, (each) => models.checkBatch(each), AT_ONCE);
  }, 600_000);
});
