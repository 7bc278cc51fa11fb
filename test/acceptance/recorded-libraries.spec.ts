/** Small files that libraries exported once, and what the libraries said: the gate's part of `libraries.engine.spec.ts`. */
import { everyCell } from '../support/cells.js';
import { leaveOut } from '../support/left-out.js';
import { type LibraryCase, recordedCases } from '../support/library-cases.js';
import { LibraryModels } from '../support/library-models.js';
import { somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';
import { MODELS_NEED, runsModels } from '../support/two-numbers.js';

const MOST_BYTES = 100_000;
const nameOf = ({ name }: LibraryCase): string => name;
const cases = recordedCases();

it('what libraries exported once is small, and each has its rows with it', () => {
  expect(cases).toHaveLength(18);
  for (const { content, texts, pictures, labels, values } of cases) {
    expect(content.length).toBeLessThan(MOST_BYTES);
    expect(texts.length + pictures.length).toBe((labels ?? values ?? []).length);
  }
});

if (!runsModels) leaveOut(MODELS_NEED);
else
  describe.each(topologies)('what libraries exported once, on $name', (topology) => {
    let cairn: RunningCairn;
    let models: LibraryModels;
    beforeAll(async () => {
      cairn = await topology.start();
      models = new LibraryModels(cairn.baseUrl, await somebody(cairn));
    });
    afterAll(() => cairn.remove());

    it('is answered as the library predicts it', async () => {
      await everyCell(cases, nameOf, (each) => models.checkRows(each), { atOnce: 4 });
    }, 60_000);

    it('gives the numbers of onnxruntime to clients of the open inference protocol', async () => {
      await everyCell(cases, nameOf, (each) => models.checkBatch(each), { atOnce: 4 });
    }, 60_000);
  });
