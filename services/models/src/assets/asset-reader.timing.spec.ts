import type { AssetType } from '@cairn/contracts';
import { isRefusal } from '@cairn/kernel';
import { heldDuring } from '@cairn/kernel/testkit';
import { AssetReader } from './asset-reader.js';
import { safetensors } from './testing/files.js';

/** Others wait no longer for a file that somebody sent, ms. */
const MOST_HELD_MS = 100;

/** Safetensors whose header is so long, and is this text again and again. */
const deepHeader = (bytes: number, text: string): Buffer => {
  const file = safetensors({ a: 'CONTENT' });
  const header = file
    .toString('latin1', 8, file.length - 8)
    .replace('"CONTENT"', text.repeat(bytes / text.length));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  return Buffer.concat([length, Buffer.from(header, 'latin1')]);
};

const text = (content: string): Buffer => Buffer.from(content);
const TEN_MB = 10_000_000;

describe('a file of a stranger', () => {
  const reader = new AssetReader();
  beforeAll(() => reader.labels({ size: 3, read: async () => text('cat') }, {}));
  afterAll(() => reader.close());

  const refused = async (type: AssetType, content: Buffer): Promise<void> => {
    const file = {
      size: content.length,
      read: async (start: number, length: number) => content.subarray(start, start + length),
    };
    const found = await reader.check(type, file, { account: 'user:1' });
    expect(isRefusal(found) && found.refused).toMatch(/^(asset|labels)_invalid$/);
  };

  it.each([
    ['a header of 4.8 MB nested deep', 'lora_adapter', deepHeader(4_800_000, '[')],
    ['a header of 4.8 MB of objects', 'ml_model', deepHeader(4_800_000, '{"a":')],
    ['YAML of 1 MB', 'labels_file', text(`names: [${'a,'.repeat(490_000)}`)],
    ['JSON of 1 MB', 'labels_file', text('['.repeat(990_000))],
    ['YAML of 10 MB', 'labels_file', text(`names: ${'['.repeat(TEN_MB)}`)],
    ['labels of 10 MB', 'labels_file', text('cat\n'.repeat(TEN_MB / 4))],
    ['fields of 10 MB', 'onnx_model', Buffer.alloc(TEN_MB, Buffer.from([0x08, 0x01]))],
  ] as const)('S33: that is %s holds nobody up', async (_, type, content) =>
    expect(await heldDuring(() => refused(type, content))).toBeLessThan(MOST_HELD_MS),
  );
});
