// `npm start`: installs and builds when needed, then is the server itself.
import { createRequire } from 'node:module';
import { prepare } from './prepare.mjs';
import { endWithNpm } from './with-npm.mjs';

endWithNpm();
await prepare();
createRequire(import.meta.url)('../deploy/one-machine/dist/main.js').main({ isForPerson: true });
