// fast-check with a fixed seed in the gate: what is red there is red again.
const fc = require(require('node:path').join(__dirname, '../node_modules/fast-check/lib/cjs/fast-check.js'));
if (process.env.CAIRN_TEST_SEED !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 1 });
module.exports = fc;
