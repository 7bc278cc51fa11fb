import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { BASELINE, baselineIn, baselineOf } from './baseline.js';
import { goldensIn, readFrom } from './committed.js';
import { promiseOf } from './compare.js';
import { generatedFiles } from './files.js';
import { breaks, type Committed, type Made, outdated } from './findings.js';
import { type Json, textOf } from './json.js';
import { SUMMARY, summaryOf } from './summary.js';

const { values } = parseArgs({
  options: {
    /** Write nothing; fail when what is in git is not what the contract says, or what was promised is not kept. */
    check: { type: 'boolean', default: false },
    /** Write examples that their schemas no longer take: for what was never released. The promises stay as they are. */
    replace: { type: 'boolean', default: false },
    /** Promise what the contract says, also where it breaks what was promised: before the first release, when that is meant. */
    baseline: { type: 'boolean', default: false },
  },
});

const contractsFolder = join(__dirname, '..', '..');
const read = readFrom(contractsFolder);
const goldens = goldensIn(contractsFolder);
const made: Made = { files: generatedFiles(), summary: summaryOf() };
const inGit = (): Committed => ({ read, goldens, promises: baselineIn(read) });

const refuse = (findings: readonly string[], hint: string): void => {
  if (findings.length === 0) return;
  console.error(findings.join('\n'));
  console.error(hint);
  process.exitCode = 1;
};

const check = (): void => {
  refuse(
    breaks(made, inGit()),
    'Events must stay compatible with what was written: make a new version of the event.',
  );
  refuse(outdated(made, inGit()), 'Run `npm run contracts` and commit what it writes.');
};

const writeText = (path: string, text: string): void => {
  const file = join(contractsFolder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};

/** Writes every promise; of what is broken, and not meant to be, as it was. */
const writePromises = (broken: readonly string[] = []): void => {
  const promises = new Map<string, Json>(promiseOf(made.files, read));
  const { paths, read: before } = broken.length === 0 ? { paths: [], read } : baselineIn(read);
  for (const path of paths.filter((each) => broken.some((finding) => finding.startsWith(`${each}:`))))
    promises.set(path, JSON.parse(before(path) ?? 'null') as Json);
  writeText(BASELINE, baselineOf(promises));
};

/** An example stays as it was first written, as long as its schema takes it. */
const writeGoldens = (broken: readonly string[]): void => {
  for (const { path, content, kind } of made.files) {
    const isWrong = broken.some((finding) => finding.startsWith(`${path}:`));
    if (kind === 'golden' && (read(path) === undefined || isWrong)) writeText(path, textOf(content));
  }
};

const write = (): void => {
  const broken = breaks(made, inGit());
  if (!values.replace) {
    refuse(broken, 'Make a new version of the event, or use `-- --replace` if it was never released.');
    if (process.exitCode) return;
  }
  writeGoldens(broken);
  writeText(SUMMARY, made.summary);
  writePromises(broken);
};

if (values.check) check();
else if (values.baseline) writePromises();
else write();
