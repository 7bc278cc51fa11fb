import { openSource, SourceDamaged } from '@cairn/kernel';
import { csv } from '../csv/index.js';
import { jsonl } from '../jsonl/index.js';
import { entriesOf, readFrom, uploadOf } from '../testing/uploads.js';
import { decoded, undecodedFlaw } from './decoded.js';

const textOf = async (content: Uint8Array, charset?: string, pieceBytes = 1) => {
  let text = '';
  for await (const piece of decoded(await uploadOf('', content, pieceBytes).open(), charset)) text += piece;
  return text;
};

describe('bytes as text', () => {
  it('are put together from pieces of any size', async () => {
    const text = 'aé€😀\u{1f7ff}\ufffd\n';
    for (const size of [1, 2, 3, 5, 100]) {
      expect(await textOf(Buffer.from(`\ufeff${text}`), undefined, size)).toBe(text);
      expect(await textOf(Buffer.from(`\ufeff${text}`, 'utf16le'), undefined, size + 1)).toBe(text);
    }
    expect(undecodedFlaw(text)).toBeUndefined();
  });

  it('are read as the charset that is named, and by their mark before that', async () => {
    const swapped = Buffer.from('\ufeffé', 'utf16le').swap16();
    expect(await textOf(swapped, undefined, 10)).toBe('é');
    expect(await textOf(Buffer.from([0xe9]), 'windows-1252')).toBe('é');
    expect(await textOf(Buffer.from('\ufeffé'), 'windows-1252', 10)).toBe('é');
    await expect(textOf(Buffer.from([0xff, 0xff]), 'shift_jis')).rejects.toBeInstanceOf(SourceDamaged);
  });

  it('that are no UTF-8 cost their own record only', async () => {
    const lines = Buffer.from('{"text":"a"}\n{"text":"b?"}\n{"text":"\ufffd"}\n');
    lines[lines.indexOf('?')] = 0xe9;
    const wrong = {
      kind: 'error',
      code: 'file_damaged',
      message: expect.stringContaining('save the file as UTF-8'),
    };
    expect(await readFrom(jsonl, 'a.jsonl', lines)).toMatchObject([
      { kind: 'item', text: 'a' },
      { ...wrong, where: { file: 'a.jsonl', line: 2 } },
      { kind: 'item', text: '\ufffd' },
    ]);
    const table = Buffer.from('text,label\na,x\n"b\nb?",x\nc,x\n');
    table[table.indexOf('?')] = 0xe9;
    expect(await readFrom(csv, 'a.csv', table)).toMatchObject([
      { kind: 'item', text: 'a' },
      { ...wrong, where: { file: 'a.csv', line: 3 } },
      { kind: 'item', text: 'c', where: { line: 5 } },
    ]);
  });

  it('of an upload are in the charset of its type', async () => {
    const upload = { ...uploadOf('a.csv', Buffer.from('text\ncaf\xe9', 'latin1')), charset: 'windows-1252' };
    expect(await entriesOf(csv, await openSource(upload))).toMatchObject([{ text: 'café' }]);
  });
});
