import { readFrom, roundTrip, contentOf, uploadOf, zipOf } from '../testing/uploads.js';
import { csv } from './index.js';

const read = (content: string | Uint8Array, name = 'mails.csv') => readFrom(csv, name, content);
const invalid = (line: number, message: string) => ({
  kind: 'error',
  code: 'record_invalid',
  where: { line },
  message: expect.stringContaining(message),
});

describe('no cell of a table is lost without a word', () => {
  it('an address is an attribute, in an archive too, and names an item without a text', async () => {
    const table = 'text,url\na,https://example.org/news/2024/1\n,https://example.org/2\n';
    const items = [
      { text: 'a', attributes: { url: 'https://example.org/news/2024/1' } },
      { name: 'https://example.org/2', attributes: { url: 'https://example.org/2' } },
    ];
    expect(await read(table)).toMatchObject(items);
    expect(await read(await zipOf({ 'a.csv': table }), 'a.zip')).toMatchObject(items);
    expect((await read(table))[0]).not.toHaveProperty('name');
    expect((await read(table))[0]).not.toHaveProperty('file_name');
  });

  it('a score without a label is an attribute', async () => {
    expect(await read('text,score\na,much')).toMatchObject([
      { annotations: [], attributes: { score: 'much' } },
    ]);
  });

  it('rows of one item join their labels and attributes, and may not contradict', async () => {
    expect(await read('id,text,labels,color\n1,a,x,red\n1,a,y,\n1,a,x;z,blue\n')).toMatchObject([
      invalid(4, 'color'),
      { labels: ['x', 'y'], attributes: { color: 'red' } },
    ]);
  });

  it('a label that stands in two columns counts once', async () => {
    expect(await read('text,label,labels\na,x,x')).toMatchObject([
      { labels: [], annotations: [{ type: 'classification', label: 'x' }] },
    ]);
  });

  it.each([
    ['image,label,x,y,width,height\na.png,cat,1,2,3,', 'a box needs all of'],
    ['text,labels\na,"[{""name"":""x""},null]"', 'labels is not a text'],
    ['text,type,value,attributes,k\na,,,"{""k"":1}",2', 'k is said twice'],
  ])('%j is an error', async (table, message) => {
    expect(await read(table)).toMatchObject([invalid(2, message)]);
  });

  it.each([
    ['', 'header_missing', 'no header'],
    ['\n\n', 'header_missing', 'no header'],
    ['text,note,note\na,b,c', 'header_invalid', 'note twice'],
    ['text\ra\rb\r', 'line_ends_invalid', 'CR alone'],
    ['text,__proto__\na,b', 'key_invalid', '__proto__'],
    ['text,constructor\na,b', 'key_invalid', 'constructor'],
    ['text,a\0b\na,b', 'text_invalid', 'NUL'],
  ])('the header of %j cannot be read', async (table, code, message) => {
    expect(await read(table)).toMatchObject([
      {
        kind: 'error',
        code,
        message: expect.stringContaining(message),
        where: { line: 1 },
        unreadable: true,
      },
    ]);
  });

  it('a header alone is a table without rows', async () => {
    expect(await read('text,label\n')).toEqual([]);
  });

  it('rows without any cell are no items, and the line that names the delimiter is no row', async () => {
    expect(await read('sep=;\r\ntext;label\r\na,b;x\r\n;\r\n;\r\n')).toMatchObject([
      { text: 'a,b', where: { line: 3 } },
    ]);
  });

  it('a record that is too long costs itself only', async () => {
    const table = `text,label\n\na,x\n"${'long\n'.repeat(4_000_000)}",x\nb,x\n`;
    expect(table.length).toBeGreaterThan(16 * 1024 * 1024);
    const entries = await read(table);
    expect(entries).toMatchObject([
      { kind: 'item', text: 'a' },
      { kind: 'error', code: 'record_too_large', where: { line: 4 } },
      { kind: 'item', text: 'b', where: { line: 4_000_005 } },
    ]);
  });
});

describe('names in a table', () => {
  const where = { file: 'spec' };
  const nothing = { kind: 'item', where, labels: [], annotations: [], splits: ['train'] } as const;

  it('come back, also beside files and in an archive that was packed by hand', async () => {
    const file = { size: 1, sha256: 'a'.repeat(64), open: () => uploadOf('', 'A').open() };
    const items = [
      { ...nothing, id: '1', name: 'my / name', text: 'a' },
      { ...nothing, id: '2', name: 'other', file_name: 'a.png', file },
      { ...nothing, id: '3', name: 'a.png', file_name: 'a.png', file },
    ];
    const { entries, notHeld } = await roundTrip(csv, contentOf(items));
    expect(entries).toMatchObject([{ name: 'my / name' }, { name: 'other' }, {}]);
    expect(notHeld).toEqual([]);
    const table = 'id,file_name,text,type,value,attributes,name\n1,,a,,,,my name\n';
    expect(await read(await zipOf({ 'items.csv': table }), 'a.zip')).toMatchObject([{ name: 'my name' }]);
  });

  it('and whatever else has no row are told', async () => {
    const declared = {
      labels: [{ kind: 'label', where, name: 'l' }] as const,
      splits: [{ kind: 'split', where, name: 'mine' }] as const,
    };
    const file = { size: 1, contentType: 'text/x-own', open: () => uploadOf('', 'A').open() };
    const item = { ...nothing, id: '1', name: '', file_name: 'a:b.png', file };
    const { notHeld } = await roundTrip(csv, contentOf([item], declared));
    expect(notHeld).toEqual([
      'items.content_type',
      'items.file_name',
      'items.name',
      'labels without annotations',
      'splits without items',
    ]);
  });
});
