import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Refused } from './refused.mjs';
import { Source } from './source.mjs';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Files as they are to be. Nothing is written before all of them are known. */
export class Plan {
  #texts = new Map();
  made = [];
  changed = [];

  /** Whether a file is there, or will be. */
  has(path) {
    return this.#texts.has(path) || existsSync(join(root, path));
  }

  make(path, text) {
    if (this.has(path)) throw new Refused(`${path} is there already.`);
    this.#texts.set(path, text);
    this.made.push(path);
  }

  /** Makes files of their texts, by their paths below a folder. */
  makeAll(folder, texts) {
    for (const [path, text] of Object.entries(texts)) this.make(`${folder}/${path}`, text);
  }

  /** Changes a TypeScript source. */
  change(path, change) {
    const source = this.source(path);
    change(source);
    this.#set(path, source.text);
  }

  /** A TypeScript source as it is to be, to look at. */
  source(path) {
    return new Source(path, this.#textOf(path));
  }

  /** Changes what a file of JSON says. */
  changeJson(path, change) {
    const value = JSON.parse(this.#textOf(path));
    change(value);
    this.#set(path, `${JSON.stringify(value, null, 2)}\n`);
  }

  /** Writes all, in the format of the repository. */
  write() {
    for (const [path, text] of this.#texts) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const oxfmt = join(root, 'node_modules/oxfmt/bin/oxfmt');
    const written = [...this.#texts.keys()].filter((path) => !path.endsWith('.md'));
    const { status, stderr } = spawnSync(process.execPath, [oxfmt, ...written], {
      cwd: root,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`the files are written, and not formatted: ${stderr}`);
  }

  #set(path, text) {
    this.#texts.set(path, text);
    if (!this.made.includes(path) && !this.changed.includes(path)) this.changed.push(path);
  }

  #textOf(path) {
    const text = this.#texts.get(path);
    if (text !== undefined) return text;
    if (!existsSync(join(root, path))) throw new Refused(`There is no ${path}.`);
    return readFileSync(join(root, path), 'utf8');
  }
}
