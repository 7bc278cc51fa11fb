// `npm start`: installs and builds when needed, then is the server itself.
import { createRequire } from 'node:module';
import { build, install } from './prepare.mjs';

install();
build();
createRequire(import.meta.url)('../deploy/one-machine/dist/main.js').main();
