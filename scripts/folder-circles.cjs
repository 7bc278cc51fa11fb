const { options } = require('../.dependency-cruiser.cjs');

/** No circle of folders. Specs, and what only specs use, may reach across. */
module.exports = {
  forbidden: [
    {
      name: 'no-circle-of-folders',
      comment: 'What two folders need of each other stands in one below both, or the two are one.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    ...options,
    exclude: { path: `${options.exclude.path}|\\.spec\\.ts$|/(testkit|testing)/|/conformance[^/]*$` },
  },
};
