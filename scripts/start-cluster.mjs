// `npm run start:cluster`: installs and builds when needed, then starts the engines, the gateways and the services.
import { createRequire } from 'node:module';
import { build, install } from './prepare.mjs';

install();
build();
createRequire(import.meta.url)('../deploy/cluster/dist/main.js').main();
