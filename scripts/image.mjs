// `npm run image -- --to <folder>`: installs and builds when needed, then assembles the image of Cairn without Docker. The
// Dockerfile calls it too, so that what is shipped is what was run.
import { createRequire } from 'node:module';
import { installModels } from './models.mjs';
import { prepare } from './prepare.mjs';

await prepare();
// Nothing that is for specs alone.
process.env['NODE_ENV'] = 'production';
await installModels();
process.exitCode = createRequire(import.meta.url)('../deploy/image/dist/assembly/main.js').main(
  process.argv.slice(2),
);
