import type { SentFile } from '@cairn/kernel';
import { AssetReader } from './asset-reader.js';
import { safetensors } from './testing/files.js';

const fileOf = (content: Buffer): SentFile => ({
  size: content.length,
  read: async (start, length) => content.subarray(start, start + length),
});

describe('what reads files of models', () => {
  let reader: AssetReader;
  beforeEach(() => (reader = new AssetReader({ limitMs: 5_000 })));
  afterEach(() => reader.close());
  const check = (file: SentFile) => reader.check('lora_adapter', file, { account: 'user:1' });

  it('S33: refuses a file that ends its process, and reads the next one', async () => {
    const ending: SentFile = {
      size: 1_000,
      read: async () => {
        process.kill(reader.pids[0] ?? 0, 'SIGKILL');
        return Buffer.alloc(0);
      },
    };
    expect(await check(ending)).toEqual({
      refused: 'asset_invalid',
      detail: 'The file ended the process that read it: SIGKILL.',
    });
    expect(await check(fileOf(safetensors()))).toEqual({});
  });

  it('is asked again later where it is closed', async () => {
    await reader.close();
    expect(await check(fileOf(safetensors()))).toMatchObject({
      refused: 'service_unavailable',
      retryAfterSeconds: 5,
    });
  });
});
