import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { cacheFolder } from './cache-folder.js';
import { install, installationFolder, isInstalled, type Recipe } from './installation.js';

let cache: string;
let said: string[];
let builds: number;
beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), 'cairn-cache-'));
  said = [];
  builds = 0;
});
afterEach(() => rmSync(cache, { recursive: true }));

const recipe: Recipe = {
  name: 's3',
  product: 'An engine 1.2',
  version: '1.2',
  ingredients: ['make'],
  tools: [],
  packages: [],
  takes: 'a moment',
  build: async (folder) => {
    builds += 1;
    writeFileSync(join(folder, 'engine'), 'built');
  },
};
const options = () => ({ cache, say: (line: string) => void said.push(line) });

describe('an installation', () => {
  it('is made once, and says what it does and how long that takes', async () => {
    const folder = await install(recipe, options());
    expect(readFileSync(join(folder, 'engine'), 'utf8')).toBe('built');
    expect(await install(recipe, options())).toBe(folder);
    expect(builds).toBe(1);
    expect(said).toEqual([
      `Installing An engine 1.2 into ${folder} (once for this machine; a moment) …`,
      expect.stringMatching(/^An engine 1\.2 is installed \(\d+ s\)\.$/),
    ]);
    expect(readdirSync(cache)).toEqual([basename(folder)]);
  });

  it('is made once also by many who ask at the same time', async () => {
    const folders = await Promise.all([1, 2, 3].map(() => install(recipe, options())));
    expect(new Set(folders).size).toBe(1);
    expect(builds).toBe(1);
  });

  it('has a folder of its own for another version and another recipe', () => {
    const folders = [
      recipe,
      { ...recipe, version: '1.3' },
      { ...recipe, ingredients: ['make', '--fast'] },
    ].map((each) => installationFolder(each, cache));
    expect(new Set(folders).size).toBe(3);
    expect(basename(folders[0]!)).toMatch(/^s3-1\.2-[0-9a-f]{12}$/);
  });

  it('is not there when it failed, leaves nothing behind, and can be tried again', async () => {
    const failing: Recipe = {
      ...recipe,
      build: async (folder) => {
        writeFileSync(join(folder, 'half'), '');
        throw new Error('the compiler failed');
      },
    };
    await expect(install(failing, options())).rejects.toThrow('the compiler failed');
    expect(isInstalled(recipe, cache)).toBe(false);
    expect(readdirSync(cache)).toEqual([]);
    await install(recipe, options());
    expect(isInstalled(recipe, cache)).toBe(true);
  });

  it('clears away what one left that was killed', async () => {
    const left = join(cache, `.${basename(installationFolder(recipe, cache))}-0`);
    mkdirSync(left);
    await install(recipe, options());
    expect(existsSync(left)).toBe(false);
  });
});

describe('the folder of installations', () => {
  it('is what the environment says, else in the cache of the user', () => {
    expect(cacheFolder({ CAIRN_ENGINES_DIR: '/engines', XDG_CACHE_HOME: '/cache' })).toBe('/engines');
    expect(cacheFolder({ XDG_CACHE_HOME: '/cache' })).toBe('/cache/cairn/engines');
    expect(cacheFolder({})).toMatch(/\/\.cache\/cairn\/engines$/);
  });
});
