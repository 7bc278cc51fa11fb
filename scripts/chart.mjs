// `npm run chart`: writes what is generated of the helm chart (schema, values, table of its README, files), and renders the
// sets of values that are in git with helm, which it installs once (Go is needed). Commit what it writes.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { prepare } from './prepare.mjs';

await prepare();
const require = createRequire(import.meta.url);
const { CHART, committedPath, committedSets, committedText, generatedFiles } = require('@cairn/helm');
const { renderChart } = require('@cairn/kubernetes');

const write = (path, text) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

for (const [path, text] of generatedFiles()) write(join(CHART, path), text);
for (const set of committedSets()) {
  const rendered = await renderChart({ ...set, helm: 3, chart: CHART, values: [set.values] });
  const text = committedText(set, rendered);
  write(committedPath(set), text);
  console.log(`${set.name}: ${text.split('\n').length} lines`);
}
