// Writes what a build makes of the contract beside code into contracts/dist: openapi.json, asyncapi.json, the schemas of the
// events, the first steps. `npm run build` ends with it, and so does a build that another command does first.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { writeProducts } = require('@cairn/generate');

writeProducts();
