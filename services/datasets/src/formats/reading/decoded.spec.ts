import { openSource } from '@cairn/kernel';
import { csv } from '../csv/index.js';
import { jsonl } from '../jsonl/index.js';
import { entriesOf, readFrom, uploadOf } from '../testing/uploads.js';

describe('bytes as text', () => {
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
