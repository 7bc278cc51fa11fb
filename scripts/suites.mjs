// What `npm test`, `npm run test:smoke` and `npm run test:deep` share: steps with their times, runs of jest that are read from
// its report, files that failed once more and alone, and the table at the end.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { nodeOf, withNode } from './node-release.mjs';
import { root } from './prepare.mjs';

/** What depends on more than the code says so in the file's name: an engine, a clock or a heap, faults, Kubernetes (docs/testing.md). */
export const DEEP = /\.(engine|timing|fault|kubernetes)\.spec\.ts$/;
const NOT_OF_THE_GATE = ['--testPathIgnorePatterns', DEEP.source, '/node_modules/', '/dist/'];
const FOLDERS = ['contracts', 'services', 'gateway', 'deploy', 'test'];

/** What the gate waits for a machine that stands still: ten times as long as Cairn does (ADR-0044). */
export const PATIENT = { CAIRN_PATIENCE: process.env['CAIRN_PATIENCE'] ?? '10' };

export const bin = (path) => join(root, 'node_modules', path);

/** Every spec file, relative to the root, in the order of their paths. */
export const specFiles = () =>
  FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((name) => name.endsWith('.spec.ts') && !/(^|\/)(node_modules|dist)\//.test(name))
      .map((name) => join(folder, name)),
  ).sort();

/** Runs a program with what it prints shown; answers its exit code. */
export const run = async (program, args, environment = {}) => {
  const env = { ...process.env, ...environment };
  const child = spawn(program, args, { cwd: root, stdio: 'inherit', env });
  const [code] = await once(child, 'close');
  return code ?? 1;
};

/** What jest calls a file of which all tests passed, or all that were asked for by name. */
const GREEN = ['passed', 'focused'];

/** A file of jest's report. One that could not be run has no tests, and counts as one that failed. */
const rowOf = (suite, { name, status, startTime, endTime, assertionResults }) => {
  const count = (wanted) => assertionResults.filter((test) => test.status === wanted).length;
  const isGreen = GREEN.includes(status);
  return {
    suite,
    file: relative(root, name),
    result: isGreen ? 'ok' : 'failed',
    seconds: Math.max(0, endTime - startTime) / 1000 || 0,
    passed: count('passed'),
    failed: isGreen ? 0 : Math.max(1, count('failed')),
  };
};

const linesOf = (file) =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : [];

/** Waits by their kind: how many, and the longest in seconds. */
const sumOf = (waits) => {
  const sums = new Map();
  for (const { wait, count, worst } of waits) {
    const sum = sums.get(wait) ?? { count: 0, worst: 0 };
    sums.set(wait, { count: sum.count + count, worst: Math.max(sum.worst, worst) });
  }
  return sums;
};

const MEMORY = '/dev/shm';
const ROOM = 8 * 2 ** 30;

/** Whether files can be kept in memory here, with room enough and leave to run programs from there, as some specs do. */
const hasMemoryFiles = () => {
  if (process.platform !== 'linux' || !existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .find((line) => line.split(' ')[1] === MEMORY);
  return bavail * bsize >= ROOM && mount !== undefined && !/\bnoexec\b/.test(mount);
};

/** The steps and runs of jest of one command; `end` prints what became of them. */
export class Suites {
  #reports = mkdtempSync(join(tmpdir(), 'cairn-suites-'));
  /** Where the black box notes the waits of a program that patience alone made good, a JSON line each. */
  #waits = join(this.#reports, 'waits');
  /** Where spec files note what they leave out on this machine, a JSON line each. */
  #leftOut = join(this.#reports, 'left-out');
  /** Temporary files of specs and of what they start. They sync them thousands of times, which takes 6 ms each on a busy disk. */
  #temporary = mkdtempSync(join(hasMemoryFiles() ? MEMORY : tmpdir(), 'cairn-tests-'));
  #steps = [];
  #files = [];

  /** Runs a program of Node as a step; answers whether it went well. */
  async step(name, ...args) {
    return (await this.#timed(name, () => run(process.execPath, args))) === 0;
  }

  constructor() {
    process.once('exit', () => {
      for (const folder of [this.#reports, this.#temporary]) rmSync(folder, { recursive: true, force: true });
    });
    // Without a listener a signal ends this process before it can tidy up.
    for (const [signal, code] of [
      ['SIGINT', 130],
      ['SIGTERM', 143],
    ])
      process.once(signal, () => process.exit(code));
  }

  /** What programs are told that the specs of these suites share. */
  get environment() {
    return { TMPDIR: this.#temporary };
  }

  /** Whether nothing was run yet. */
  get isEmpty() {
    return this.#steps.length === 0;
  }

  /** The spec files that left something out so far, each with the command that would let it run. */
  get leftOut() {
    const notes = linesOf(this.#leftOut).map(({ file, needs }) => [relative(root, file), needs]);
    return new Map(notes);
  }

  /** Says of a step that it could not be done. */
  failed(name) {
    this.#steps.push({ name, code: 1, seconds: 0 });
  }

  /**
   * Runs jest on `files`, or on every spec of the gate. Where `again` is true, files that failed run once more, alone: what
   * is green then is called flaky. `options` are jest's own, for both runs. `release`: on which Node, instead of this one.
   */
  async jest(name, { files, workers = 2, options = [], environment = {}, again = false, release }) {
    if (files?.length === 0) return;
    const paths = files === undefined ? NOT_OF_THE_GATE : ['--runTestsByPath', ...files];
    const on = { environment, release };
    const first = await this.#report(name, [`--maxWorkers=${workers}`, ...options, ...paths], on);
    const failed = first.filter(({ result }) => result === 'failed').map(({ file }) => file);
    const second =
      again && failed.length > 0
        ? await this.#report(
            `${name}: what failed, once more and alone`,
            ['--runInBand', ...options, '--runTestsByPath', ...failed],
            on,
          )
        : [];
    for (const row of first) {
      const other = second.find(({ file }) => file === row.file);
      const told = other?.result === 'ok' ? { ...other, result: 'flaky' } : row;
      this.#files.push(release === undefined ? told : { ...told, file: `${row.file} on Node ${release}` });
    }
  }

  /** Prints a table of the files and the steps, what was flaky, and how many tests passed; answers the exit code. */
  end() {
    const waits = linesOf(this.#waits);
    const files = this.#files.toSorted((one, other) => one.seconds - other.seconds);
    console.log('\n| file | result | seconds |\n|---|---|---|');
    for (const { file, result, seconds } of files)
      console.log(`| ${file} | ${result} | ${seconds.toFixed(1)} |`);
    console.log('\n| step | result | seconds |\n|---|---|---|');
    for (const { name, code, seconds } of this.#steps)
      console.log(`| ${name} | ${code === 0 ? 'ok' : 'failed'} | ${seconds.toFixed(1)} |`);
    console.log('');
    for (const [wait, { count, worst }] of sumOf(waits))
      console.log(`waits over their limit: ${wait}, ${count}, the worst ${worst.toFixed(1)} s`);
    for (const { file } of files.filter(({ result }) => result === 'flaky')) console.log(`flaky: ${file}`);
    const red = files.filter(({ result }) => result === 'failed');
    for (const { file } of red) console.log(`failed: ${file}`);
    const broken = this.#steps.filter(({ code, isOfFiles }) => code !== 0 && !isOfFiles);
    for (const { name } of broken) console.log(`failed: ${name}`);
    const sum = (of) => files.reduce((total, row) => total + of(row), 0);
    console.log(`${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed)} failed`);
    return red.length + broken.length === 0 ? 0 : 1;
  }

  /** The files of a run of jest; none, and a broken step, when it wrote no report. */
  async #report(name, args, { environment, release }) {
    const report = join(this.#reports, `${this.#steps.length}.json`);
    const reporters = ['--reporters=default', '--reporters=./scripts/conformance-reporter.mjs'];
    const all = [bin('jest/bin/jest.js'), '--ci', '--forceExit', '--json', `--outputFile=${report}`];
    const node = release === undefined ? process.execPath : nodeOf(release);
    const told = {
      ...this.environment,
      CAIRN_TEST_WAITS: this.#waits,
      CAIRN_TEST_LEFT_OUT: this.#leftOut,
      ...(release === undefined ? {} : withNode(node)),
      ...environment,
    };
    await this.#timed(name, () => run(node, [...all, ...reporters, ...args], told));
    const step = this.#steps.at(-1);
    if (!existsSync(report)) {
      step.code = 1;
      return [];
    }
    step.isOfFiles = true;
    return JSON.parse(readFileSync(report, 'utf8')).testResults.map((file) => rowOf(name, file));
  }

  async #timed(name, act) {
    const began = Date.now();
    console.log(`── ${name}`);
    const code = await act();
    const seconds = (Date.now() - began) / 1000;
    this.#steps.push({ name, code, seconds });
    console.log(`── ${name}${code === 0 ? '' : ' failed'}: ${seconds.toFixed(1)} s`);
    return code;
  }
}
