import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { BASELINE, baselineIn, baselineOf } from './baseline.js';
import { promisedIn, readFrom } from './committed.js';
import { breakingChanges, brokenGoldens, brokenPromises, orphans, outdatedFiles } from './compare.js';
import { type GeneratedFile, generatedFiles } from './files.js';
import { textOf } from './json.js';

const { values } = parseArgs({
  options: {
    /** Write nothing; fail when a committed file is not what the contract says, or what was promised is not kept. */
    check: { type: 'boolean', default: false },
    /** Write schemas although they break readers, and examples that they no longer take: for what was never promised. */
    replace: { type: 'boolean', default: false },
    /** Promise to readers what is committed: at a release; before the first one, when a break was looked at and meant. */
    baseline: { type: 'boolean', default: false },
  },
});

const contractsFolder = join(__dirname, '..', '..');
const committed = readFrom(contractsFolder);

const refuse = (findings: readonly string[], hint: string): void => {
  if (findings.length === 0) return;
  console.error(findings.join('\n'));
  console.error(hint);
  process.exitCode = 1;
};

const breaks = (files: readonly GeneratedFile[]): readonly string[] => [
  ...breakingChanges(files, committed),
  ...brokenGoldens(files, committed),
  ...orphans(files, promisedIn(contractsFolder)),
];

const check = (files: readonly GeneratedFile[]): void => {
  refuse(
    [...breaks(files), ...brokenPromises(files, committed, baselineIn(committed))],
    'Events must stay compatible with what was written: make a new version of the event.',
  );
  refuse(outdatedFiles(files, committed), 'Run `npm run contracts` and commit what it writes.');
};

/** An example stays as it was first written, as long as its schema takes it. */
const mayWrite = (file: GeneratedFile, broken: readonly string[]): boolean =>
  file.kind !== 'golden' ||
  committed(file.path) === undefined ||
  (values.replace && broken.some((finding) => finding.startsWith(`${file.path}:`)));

const write = (files: readonly GeneratedFile[]): void => {
  if (!values.replace) {
    refuse(breaks(files), 'Make a new version of the event, or use `-- --replace` if it was never released.');
    if (process.exitCode) return;
  }
  const broken = brokenGoldens(files, committed);
  for (const file of files.filter((each) => mayWrite(each, broken))) {
    const path = join(contractsFolder, file.path);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, textOf(file.content));
  }
};

const files = generatedFiles();
if (values.check) check(files);
else if (values.baseline)
  writeFileSync(join(contractsFolder, BASELINE), baselineOf(promisedIn(contractsFolder), committed));
else write(files);
