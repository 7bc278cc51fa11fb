// What is about the times that patience multiplies runs without it, whatever the environment says (decision 44).
/* global expect */
if (/\.(timing|fault)\.spec\.ts$/.test(expect.getState().testPath ?? '')) delete process.env.CAIRN_PATIENCE;
