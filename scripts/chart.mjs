// `npm run chart`: writes what is generated of the helm chart (schema, values, table of its README, files), and renders each
// set of values with helm, which it installs once (Go is needed). Commit what it writes.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { prepare } from './prepare.mjs';

await prepare();
const require = createRequire(import.meta.url);
const { CHART, committedText, generatedFiles, valueSets } = require('../deploy/helm/dist/index.js');
const { renderChart } = require('../deploy/kubernetes/dist/index.js');

const write = (path, text) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

for (const [path, text] of generatedFiles()) write(join(CHART, path), text);
for (const set of valueSets()) {
  const rendered = await renderChart({ ...set, helm: 3, chart: CHART, values: [set.values] });
  write(set.rendered, committedText(set, rendered));
  console.log(`${set.name}: ${readFileSync(set.rendered, 'utf8').split('\n').length} lines`);
}
