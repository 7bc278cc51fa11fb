/** Bugs of one line in what runs models, each with the suite that must catch it. */
const running = (path) => `services/models/src/running/${path}`;

export const runningBugs = [
  {
    rule: 'S33',
    bug: 'a model that names other files for its weights is opened',
    file: running('file/check-file.ts'),
    find: `if (numberIn(frame, 14) === EXTERNAL || countIn(frame, 13) > 0)`,
    replace: `if (numberIn(frame, 14) === EXTERNAL && countIn(frame, 13) > 0)`,
    suite: running('file/check-file.timing.spec.ts'),
  },
  {
    rule: 'S33',
    bug: 'a model that says it is longer than its file is read to its end',
    file: running('file/wire-reader.ts'),
    find: `if (length > BigInt(end - this.position))`,
    replace: `if (length > 2n ** 62n)`,
    suite: running('file/check-file.timing.spec.ts'),
  },
  {
    rule: 'decision 41',
    bug: 'labels of a file that leave numbers out name the wrong classes',
    file: running('config/inferred.ts'),
    find: `if (Number(id) !== names.length) return [];`,
    replace: `if (id === '') return [];`,
    suite: running('config/config.spec.ts'),
  },
];
