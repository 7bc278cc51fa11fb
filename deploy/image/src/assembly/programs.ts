import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { CannotAssemble } from './cannot-assemble.js';
import { filesBelow } from './copying.js';

const ELF = Buffer.from('\x7fELF');
/** Of Windows and of macOS. */
const FOREIGN = [
  Buffer.from('MZ'),
  ...['feedface', 'feedfacf', 'cefaedfe', 'cffaedfe', 'cafebabe'].map((hex) => Buffer.from(hex, 'hex')),
];
/** Where an ELF file says for which processor it is. */
const MACHINE = { from: 18, to: 20 };
const HEAD_BYTES = 20;
/** Names what is a library or a program, and spares reading thousands of texts. */
const COMPILED = /\.(node|dll|exe|dylib|so(\.[\d.]+)?)$/;

/** The files below a folder that the system loads. Those that are for other systems, processors or C libraries are removed. */
export const programsBelow = (folder: string, node: string): readonly string[] => {
  const machine = machineOf(headOf(node));
  return filesBelow(folder)
    .filter((file) => COMPILED.test(file))
    .map((file) => join(folder, file))
    .filter((file) => {
      const head = headOf(file);
      const isElf = head.subarray(0, ELF.length).equals(ELF);
      const isForHere = isElf && machineOf(head) === machine && !isForMusl(file);
      if (!isForHere && (isElf || FOREIGN.some((magic) => head.subarray(0, magic.length).equals(magic))))
        rmSync(file);
      return isForHere;
    });
};

/** The libraries that a program needs, as the system finds them: absolute paths. Throws `CannotAssemble` when one is absent. */
export const librariesOf = (program: string): readonly string[] => {
  const lines = ldd(program);
  const absent = lines.find((line) => line.includes('not found'));
  if (absent !== undefined)
    throw new CannotAssemble(
      `${program} needs ${absent.split(' ')[0] ?? ''}, which this system does not have.`,
    );
  return lines.flatMap((line) => /^(?:\S+ => )?(\/\S+) \(0x[0-9a-f]+\)$/.exec(line)?.[1] ?? []);
};

const isForMusl = (file: string): boolean => ldd(file).some((line) => line.startsWith('libc.musl'));

const ldd = (file: string): readonly string[] => {
  const { error, stdout } = spawnSync('ldd', [file], { encoding: 'utf8' });
  if (error !== undefined)
    throw new CannotAssemble(`ldd is needed to tell which libraries the image needs: ${error.message}.`);
  return stdout.split('\n').map((line) => line.trim());
};

const machineOf = (head: Buffer): string => head.subarray(MACHINE.from, MACHINE.to).toString('hex');

const headOf = (file: string): Buffer => {
  const head = Buffer.alloc(HEAD_BYTES);
  const opened = openSync(file, 'r');
  try {
    return head.subarray(0, readSync(opened, head, 0, HEAD_BYTES, 0));
  } finally {
    closeSync(opened);
  }
};
