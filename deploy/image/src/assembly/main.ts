import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { assemble } from './assemble.js';
import { CannotAssemble } from './cannot-assemble.js';

const USAGE = 'npm run image -- --to <a folder that is empty or not there>';

/** Assembles the image of this checkout, which is installed and built. Answers the exit code. */
export const main = (args: string[]): number => {
  const { to } = parseArgs({ args, options: { to: { type: 'string' } } }).values;
  if (to === undefined) {
    process.stderr.write(`${USAGE}\n`);
    return 1;
  }
  try {
    assemble(resolve(__dirname, '../../../..'), resolve(to));
  } catch (error) {
    if (!(error instanceof CannotAssemble)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
  process.stdout.write(`The image is in ${to}: rootfs, image.json, sbom.cdx.json\n${ownersLine()}`);
  return 0;
};

const ownersLine = (): string =>
  process.getuid?.() === 0
    ? ''
    : 'Its files are this user’s: give them to root, and /data to 10001, when you pack them.\n';
