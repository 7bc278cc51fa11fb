// `npm run kubernetes`: builds when needed, then is the program that installs and shows the tools of Kubernetes (--help tells
// more).
import { createRequire } from 'node:module';
import { prepare } from './prepare.mjs';
import { endWithNpm } from './with-npm.mjs';

endWithNpm();
await prepare();
await createRequire(import.meta.url)('../deploy/kubernetes/dist/main.js').main();
