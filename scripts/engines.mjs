// `npm run engines`: installs and builds when needed, then is the program that runs the engines (--help tells more).
import { createRequire } from 'node:module';
import { prepare } from './prepare.mjs';
import { endWithNpm } from './with-npm.mjs';

endWithNpm();
await prepare();
createRequire(import.meta.url)('../deploy/engines/dist/main.js').main();
