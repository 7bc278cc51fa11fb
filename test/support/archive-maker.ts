import { crc32, deflateRawSync } from 'node:zlib';

export interface ArchiveEntry {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** Of unix, `0o120777` is a symbolic link. */
  readonly mode?: number;
  /** What the headers say instead of the true size. */
  readonly claimedSize?: number;
  /** Stands in the directory at the place of an earlier entry's bytes. */
  readonly overlaps?: number;
}

/** A zip as no honest program writes it: names, modes and sizes are taken as they are given. */
export const zipOf = (entries: readonly ArchiveEntry[]): Buffer => {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  const offsets: number[] = [];
  let at = 0;
  for (const entry of entries) {
    const made = partsOf(entry);
    const offset = entry.overlaps === undefined ? at : (offsets[entry.overlaps] ?? 0);
    if (entry.overlaps === undefined) {
      locals.push(made.local);
      at += made.local.length;
    }
    offsets.push(offset);
    made.central.writeUInt32LE(offset, 42);
    directory.push(made.central);
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, central, end]);
};

const UTF8_NAMES = 0x0800;
const DEFLATED = 8;

const partsOf = (entry: ArchiveEntry): { local: Buffer; central: Buffer } => {
  const name = Buffer.from(entry.name);
  const content = Buffer.from(entry.content);
  const packed = deflateRawSync(content);
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(20, 0);
  shared.writeUInt16LE(UTF8_NAMES, 2);
  shared.writeUInt16LE(DEFLATED, 4);
  shared.writeUInt32LE(crc32(content), 10);
  shared.writeUInt32LE(packed.length, 14);
  shared.writeUInt32LE(entry.claimedSize ?? content.length, 18);
  shared.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([signature(0x04034b50), shared, name, packed]);
  const tail = Buffer.alloc(14);
  tail.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6);
  const madeByUnix = Buffer.from([20, 3]);
  const central = Buffer.concat([signature(0x02014b50), madeByUnix, shared, tail, name]);
  return { local, central };
};

const signature = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
