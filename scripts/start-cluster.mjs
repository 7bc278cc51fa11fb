// `npm run start:cluster`: installs and builds when needed, then starts the engines, the gateways and the services.
import { createRequire } from 'node:module';
import { prepare } from './prepare.mjs';
import { endWithNpm } from './with-npm.mjs';

endWithNpm();
await prepare();
createRequire(import.meta.url)('../deploy/cluster/dist/main.js').main();
