import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { imageOf } from './image.js';
import { manifestIn } from './packages.js';

interface Instruction {
  readonly name: string;
  readonly rest: string;
}

const ROOT = join(__dirname, '../../../..');

/** The instructions of a Dockerfile, in their order; what goes on in the next line is one. */
const instructionsIn = (text: string): readonly Instruction[] =>
  text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ name: line.split(' ', 1)[0] ?? '', rest: line.slice(line.indexOf(' ') + 1) }));

/** `A=b C="d e"`. */
const valuesIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...text.matchAll(/([\w.]+)=(?:"([^"]*)"|(\S+))/g)].map(([, name = '', quoted, bare = '']) => [
      name,
      quoted ?? bare,
    ]),
  );

describe('the Dockerfile', () => {
  const text = readFileSync(join(ROOT, 'deploy/image/Dockerfile'), 'utf8');
  const all = instructionsIn(text);
  const last = all.slice(all.findLastIndex(({ name }) => name === 'FROM'));
  const [build = [], sbom = []] = ['build', 'sbom'].map((stage) => {
    const from = all.findIndex(({ name, rest }) => name === 'FROM' && rest.endsWith(` AS ${stage}`));
    const length = all.slice(from + 1).findIndex(({ name }) => name === 'FROM');
    return all.slice(from, from + 1 + length);
  });
  const of = (name: string, stage = last) => stage.filter((one) => one.name === name).map(({ rest }) => rest);

  it('has few stages, and takes its base by a name that an operator may replace', () => {
    expect(of('FROM', all)).toEqual(['${BASE} AS build', 'scratch AS sbom', 'scratch AS cairn']);
    expect(of('ARG', all)[0]).toMatch(/^BASE=[a-z0-9./-]+:[a-z0-9.-]+$/);
  });

  it('ships what is assembled without Docker too, and nothing else', () => {
    expect(of('RUN', build).at(-1)).toBe('node scripts/image.mjs --to /out');
    expect(of('COPY')).toEqual(['--from=build /out/rootfs /']);
    expect([of('RUN'), of('ADD'), of('VOLUME')]).toEqual([[], [], []]);
    expect(of('COPY', sbom)).toEqual(['--from=build /out/sbom.cdx.json /out/image.json /']);
  });

  it('tells a container in its last stage what image.json says', () => {
    const told = {
      user: of('USER').join(),
      workingDir: of('WORKDIR').join(),
      env: valuesIn(of('ENV').join(' ')),
      ports: of('EXPOSE').join(' ').split(' ').map(Number),
      entrypoint: JSON.parse(of('ENTRYPOINT').join()) as unknown,
      cmd: JSON.parse(of('CMD').join()) as unknown,
      labels: valuesIn(of('LABEL').join(' ')),
    };
    expect(told).toEqual(imageOf(manifestIn(ROOT).version));
    expect(Number(told.user.split(':')[0])).toBeGreaterThan(0);
  });

  it('silences a rule of its linter only with the reason above it', () => {
    const lines = text.split('\n');
    const silent = lines.flatMap((line, at) =>
      line.includes('hadolint ignore=') ? [lines[at - 1] ?? ''] : [],
    );
    expect(silent.length).toBeGreaterThan(0);
    expect(silent.filter((line) => !/^# [A-Z]/.test(line))).toEqual([]);
  });
});
