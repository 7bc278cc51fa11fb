// `npm run engines`: installs and builds when needed, then is the program that runs the engines (--help tells more).
import { createRequire } from 'node:module';
import { build, install } from './prepare.mjs';

install();
build();
createRequire(import.meta.url)('../deploy/engines/dist/main.js').main();
