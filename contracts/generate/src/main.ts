import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { breakingChanges, brokenGoldens, orphans, outdatedFiles, type ReadCommitted } from './compare.js';
import { examplesFolder, type GeneratedFile, generatedFiles, schemasFolder } from './files.js';
import { textOf } from './json.js';

const { values } = parseArgs({
  options: {
    /** Write nothing; fail when a committed file is not what the contract says. */
    check: { type: 'boolean', default: false },
    /** Another `contracts` folder, of the last release say, that the events must be compatible with too. */
    against: { type: 'string' },
    /** Write schemas and examples of events anew although they break readers: for what was never released. */
    replace: { type: 'boolean', default: false },
  },
});

const contractsFolder = join(__dirname, '..', '..');

const readFrom =
  (folder: string): ReadCommitted =>
  (path) =>
    existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : undefined;

const committed = readFrom(contractsFolder);

const existing = (): string[] =>
  [schemasFolder, examplesFolder]
    .filter((folder) => existsSync(join(contractsFolder, folder)))
    .flatMap((folder) =>
      readdirSync(join(contractsFolder, folder), { withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => `${folder}/${entry.name}`),
    );

const refuse = (findings: readonly string[], hint: string): void => {
  if (findings.length === 0) return;
  console.error(findings.join('\n'));
  console.error(hint);
  process.exitCode = 1;
};

const breaks = (files: readonly GeneratedFile[]): readonly string[] => [
  ...breakingChanges(files, committed),
  ...brokenGoldens(files, committed),
  ...orphans(files, existing()),
  ...(values.against === undefined ? [] : breakingChanges(files, readFrom(values.against))),
];

const check = (files: readonly GeneratedFile[]): void => {
  refuse(
    breaks(files),
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
