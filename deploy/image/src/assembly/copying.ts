import { copyFileSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Every file below a folder, relative to it, in the order of their names; not below those that `enters` refuses. */
export const filesBelow = (
  folder: string,
  enters: (path: string) => boolean = () => true,
  within = '',
): readonly string[] =>
  readdirSync(join(folder, within), { withFileTypes: true })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(within, entry.name);
      if (!entry.isDirectory()) return entry.isFile() ? [path] : [];
      return enters(path) ? filesBelow(folder, enters, path) : [];
    });

export const copied = (from: string, to: string): void => {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
};

/** A link that holds wherever the tree stands. */
export const linked = (at: string, target: string): void => {
  mkdirSync(dirname(at), { recursive: true });
  symlinkSync(relative(dirname(at), target), at);
};
