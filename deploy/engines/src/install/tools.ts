import { EngineMissing } from '../engine.js';
import { isOnPath, runCommand } from './command.js';

/** A program that an installation needs and that people install themselves. */
export interface Tool {
  readonly command: string;
  /** What to install: `Maven 3.8 or newer`. */
  readonly what: string;
  /** Throws when the one that is there will not do. */
  readonly check?: () => Promise<void>;
}

/** What a compiler needs beside itself, and the Debian package that brings it. */
export interface SystemPackage {
  readonly debian: string;
  readonly isThere: () => Promise<boolean>;
}

export const packageOf = (debian: string, command: string): SystemPackage => ({
  debian,
  isThere: async () => isOnPath(command),
});

/** A package of C headers, found by asking the compiler. */
export const headersOf = (debian: string, header: string): SystemPackage => ({
  debian,
  isThere: () =>
    runCommand('cc', ['-E', '-'], { input: `#include <${header}>\n` }).then(
      () => true,
      () => false,
    ),
});

/** Throws `EngineMissing` with the first tool that is not there. */
export const requireTools = async (product: string, tools: readonly Tool[]): Promise<void> => {
  for (const { command, what, check } of tools) {
    if (!isOnPath(command))
      throw new EngineMissing(`${product} needs \`${command}\`, which is not in PATH: install ${what}.`);
    await check?.();
  }
};

/** The Debian packages that are missing. */
export const missingPackages = async (packages: readonly SystemPackage[]): Promise<readonly string[]> => {
  const missing: string[] = [];
  for (const { debian, isThere } of packages) if (!(await isThere())) missing.push(debian);
  return missing;
};

/**
 * Installs the packages that are missing where that is possible (Debian, root). Throws `EngineMissing` with the command
 * for a person elsewhere.
 */
export const requirePackages = async (
  product: string,
  packages: readonly SystemPackage[],
  say: (line: string) => void,
): Promise<void> => {
  const missing = await missingPackages(packages);
  if (missing.length === 0) return;
  const install = ['install', '-y', '--no-install-recommends', ...missing];
  if (process.getuid?.() !== 0 || !isOnPath('apt-get'))
    throw new EngineMissing(`${product} needs packages of the system: sudo apt-get ${install.join(' ')}`);
  say(`apt-get ${install.join(' ')}, for ${product} …`);
  const environment = { DEBIAN_FRONTEND: 'noninteractive' };
  await runCommand('apt-get', ['update'], { environment });
  await runCommand('apt-get', install, { environment });
};
