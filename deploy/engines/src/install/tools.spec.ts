import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EngineMissing, type EngineName } from '../engine.js';
import { localKinds } from '../local/kinds.js';
import { runCommand } from './command.js';
import { install } from './installation.js';
import { headersOf, missingPackages, packageOf, requirePackages } from './tools.js';

const path = process.env['PATH'];
let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'cairn-tools-'))));
afterEach(() => {
  process.env['PATH'] = path;
  rmSync(folder, { recursive: true });
});

const program = (name: string, script: string): void => {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
};

describe('an engine whose tool is not there', () => {
  it.each<[EngineName, string]>([
    ['kafka', 'Apache Kafka 3.9.1 needs `java`, which is not in PATH: install a JDK, 17 or newer.'],
    [
      'mongodb',
      'SecantusDB 0.5.3-beta.196, a MongoDB-compatible server needs `cargo`, which is not in PATH: install Rust 1.95 or newer.',
    ],
    ['s3', 'versitygw 1.7.0 needs `go`, which is not in PATH: install Go 1.25 or newer.'],
  ])('says so in one sentence: %s', async (name, sentence) => {
    process.env['PATH'] = folder;
    const missing = install(localKinds[name].recipe!, { cache: folder });
    await expect(missing).rejects.toThrow(new EngineMissing(sentence));
  });

  it('says so when Java is too old', async () => {
    program('java', `echo 'openjdk version "11.0.2" 2019-01-15' >&2`);
    process.env['PATH'] = folder;
    const missing = install(localKinds.kafka.recipe!, { cache: folder });
    await expect(missing).rejects.toThrow(
      new EngineMissing(
        'Apache Kafka 3.9.1 needs Java 17 or newer; `java` is openjdk version "11.0.2" 2019-01-15.',
      ),
    );
  });

  it('takes a Java that is new enough, and misses the next tool', async () => {
    program('java', `echo 'openjdk version "25" 2025-09-16' >&2`);
    process.env['PATH'] = folder;
    const missing = install(localKinds.kafka.recipe!, { cache: folder });
    await expect(missing).rejects.toThrow('needs `mvn`, which is not in PATH: install Maven 3.8 or newer.');
  });
});

describe('packages of the system', () => {
  const packages = [packageOf('some-tool', 'tool'), packageOf('some-other', 'other')];

  it('are found by the commands they bring', async () => {
    program('tool', '');
    process.env['PATH'] = folder;
    expect(await missingPackages(packages)).toEqual(['some-other']);
  });

  it('are found by the headers they bring, which the compiler knows', async () => {
    program('cc', `read -r line; [ "$line" = '#include <stdlib.h>' ]`);
    process.env['PATH'] = `${folder}:/bin`;
    expect(
      await missingPackages([headersOf('libc6-dev', 'stdlib.h'), headersOf('none', 'no/such.h')]),
    ).toEqual(['none']);
  });

  it('are named with the command that installs them when there is no apt-get', async () => {
    process.env['PATH'] = folder;
    await expect(requirePackages('An engine', packages, () => undefined)).rejects.toThrow(
      new EngineMissing(
        'An engine needs packages of the system: sudo apt-get install -y --no-install-recommends some-tool some-other',
      ),
    );
  });

  it('are installed by apt-get for root', async () => {
    const log = join(folder, 'log');
    program('apt-get', `echo "$@" >> ${log}`);
    process.env['PATH'] = `${folder}:/bin`;
    const said: string[] = [];
    const required = requirePackages('An engine', packages, (line) => said.push(line));
    if (process.getuid?.() !== 0) return expect(required).rejects.toThrow(EngineMissing);
    await required;
    const install = 'install -y --no-install-recommends some-tool some-other';
    expect(await runCommand('cat', [log])).toBe(`update\n${install}\n`);
    expect(said).toEqual([`apt-get ${install}, for An engine …`]);
  });
});
