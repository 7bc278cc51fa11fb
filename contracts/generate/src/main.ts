import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { breakingChanges, brokenGoldens, brokenPromises, orphans, outdatedFiles } from './compare.js';
import { type GeneratedFile, generatedFiles } from './files.js';
import { textOf } from './json.js';
import { promisedIn, readFrom, releaseAt, releaseIn, releaseTags } from './releases.js';
import { reviewedIn, unreviewed } from './reviewed.js';

const { values } = parseArgs({
  options: {
    /** Write nothing; fail when a committed file is not what the contract says, or a release is broken with. */
    check: { type: 'boolean', default: false },
    /** Another `contracts` folder that the events must be compatible with too. */
    against: { type: 'string', multiple: true, default: [] },
    /** A commit, tag or branch that the events must be compatible with, beside every tag of a release. */
    since: { type: 'string', multiple: true, default: [] },
    /** Write schemas and examples of events anew although they break readers: for what was never released. */
    replace: { type: 'boolean', default: false },
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

const sinceReleases = (files: readonly GeneratedFile[]): readonly string[] => {
  const refs = [...releaseTags(contractsFolder), ...values.since];
  const releases = [
    ...refs.map((ref) => releaseAt(contractsFolder, ref)),
    ...values.against.map((folder) => releaseIn(folder)),
  ];
  const broken = releases.flatMap((release) => brokenPromises(files, committed, release));
  return unreviewed(broken, reviewedIn(committed, releaseTags(contractsFolder)));
};

const breaks = (files: readonly GeneratedFile[]): readonly string[] => [
  ...breakingChanges(files, committed),
  ...brokenGoldens(files, committed),
  ...orphans(files, promisedIn(contractsFolder)),
];

const check = (files: readonly GeneratedFile[]): void => {
  refuse(
    [...breaks(files), ...sinceReleases(files)],
    'Events must stay compatible with what was written: make a new version of the event.',
  );
  refuse(outdatedFiles(files, committed), 'Run `npm run contracts` and commit what it writes.');
};

const mayWrite = (file: GeneratedFile): boolean =>
  values.replace || file.kind !== 'golden' || committed(file.path) === undefined;

const write = (files: readonly GeneratedFile[]): void => {
  if (!values.replace) {
    refuse(breaks(files), 'Make a new version of the event, or use `-- --replace` if it was never released.');
    if (process.exitCode) return;
  }
  for (const file of files.filter(mayWrite)) {
    const path = join(contractsFolder, file.path);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, textOf(file.content));
  }
};

const files = generatedFiles();
if (values.check) check(files);
else write(files);
