// fast-check with one seed: what is red is red again. `CAIRN_TEST_SEED` is another one; the deep suites draw one and print it.
const { join } = require('node:path');

const fc = require(join(__dirname, '../node_modules/fast-check/lib/cjs/fast-check.js'));

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.CAIRN_TEST_SEED ?? 1) });
module.exports = fc;
