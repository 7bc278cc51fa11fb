/** Who copies the lines of docs/models.md from their library gets from Cairn what the library prints. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linesOf } from '../support/documented.js';
import { LIBRARY_VARIABLES, pythonOfLibraries } from '../support/library-cases.js';
import { type Person, somebody } from '../support/people.js';
import type { Python } from '@cairn/engines';
import { type RunningCairn, topologies } from '../support/topology.js';

/** In the order of the page, where a block goes on with what stands above it. */
const RECIPES = ['scikit-learn', 'scikit-learn, numbers', 'scikit-learn, texts', 'XGBoost', 'LightGBM'];

describe.each(topologies)('the lines of docs/models.md for libraries, on $name', (topology) => {
  let cairn: RunningCairn;
  let ada: Person;
  let python: Python;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cairn-recipes-'));
    cairn = await topology.start();
    ada = await somebody(cairn);
    python = await pythonOfLibraries();
  }, 900_000);
  afterAll(async () => {
    await cairn.remove();
    rmSync(folder, { recursive: true });
  });

  it.each(RECIPES.map((name, place) => ({ name, blocks: RECIPES.slice(0, place + 1) })))(
    '$name',
    async ({ name, blocks }) => {
      const program = join(folder, 'recipes.py');
      writeFileSync(program, blocks.map((block) => linesOf('docs/models.md', block)).join('\n'));
      const printed = await python.run(program, [], { variables: LIBRARY_VARIABLES, cwd: folder });
      const wanted = printed.trim().split('\n').at(-1) ?? '';
      const [, , input_text = ''] = /# (.*: )?"([^"]*)"\}?\n$/.exec(linesOf('docs/models.md', name)) ?? [];
      const { body: model } = await ada.client.call('createModel', { body: { name } });
      const content = Uint8Array.from(readFileSync(join(folder, 'model.onnx')));
      const file = { name: 'model.onnx', contentType: 'application/octet-stream', content };
      const query = { asset_type: 'onnx_model' as const };
      await ada.client.call('uploadModel', { params: { id: model.id }, query, file });
      const asked = { params: { model_id: model.id }, body: { input_text } };
      const { prediction } = (await ada.client.call('runModel', asked)).body;
      if (Number.isNaN(Number(wanted))) expect(prediction).toBe(wanted);
      else expect(Number(prediction)).toBeCloseTo(Number(wanted), 3);
    },
    120_000,
  );
});
