import { readFrom, zipOf } from '../testing/uploads.js';
import { csv } from './index.js';

const read = (content: string, name = 'mails.csv') => readFrom(csv, name, content);
const classified = (label: string) => ({ type: 'classification', label, value: {} });

describe('what columns of tables are taken for', () => {
  it('knows columns by other names that people use where no better one is there', async () => {
    expect(await read('Tweet,Intent,img\nHi,greet,\n,bye,a.png\n')).toMatchObject([
      { text: 'Hi', annotations: [classified('greet')] },
      { text: '', file_name: 'a.png', annotations: [classified('bye')] },
    ]);
    expect(await read('comment,text,topic,label\nnice,Hi,small talk,greet\n')).toMatchObject([
      {
        text: 'Hi',
        annotations: [classified('greet')],
        attributes: { comment: 'nice', topic: 'small talk' },
      },
    ]);
    expect(await read('question,sentence,labels,tag\nWhy?,So.,a;b,c\n')).toMatchObject([
      { text: 'Why?', labels: ['a', 'b'], annotations: [], attributes: { sentence: 'So.', tag: 'c' } },
    ]);
  });

  it('takes a file beside a text for one only where the archive has it, unless its column says file for sure', async () => {
    const zip = await zipOf({ 'all.csv': 'text,filename\na,a.png\nb,b.png\n', 'a.png': 'A' });
    expect(await readFrom(csv, 'set.zip', zip)).toMatchObject([
      { text: 'a', file_name: 'a.png', file: { size: 1 } },
      { text: 'b', attributes: { filename: 'b.png' } },
    ]);
  });

  it.each([
    ['colour,size', ['colour, size', 'sentence', 'file_name', '?columns=text:']],
    [`${'c'.repeat(1000)},b`, ['?columns=text:', 'cccccc']],
  ])('refuses the header %.12s once, with what there is and what would be taken', async (header, told) => {
    const entries = await read(`${header}\n1,2\n3,4\n`);
    expect(entries).toMatchObject([
      { kind: 'error', code: 'header_invalid', unreadable: true, where: { file: 'mails.csv', line: 1 } },
    ]);
    const [{ message } = { message: '' }] = entries.flatMap((entry) =>
      entry.kind === 'error' ? [entry] : [],
    );
    expect(message.length).toBeLessThan(500);
    for (const part of told) expect(entries[0]).toMatchObject({ message: expect.stringContaining(part) });
  });

  it('takes columns for what the caller says before what their names say', async () => {
    const table = 'text,Body,label,left,top,w,h,note\nno,yes,cat,1,2,3,4,x\n';
    const columns = [
      { target: 'text', column: 'body' },
      { target: 'name', column: 'note' },
      { target: 'x', column: 'left' },
      { target: 'y', column: 'top' },
      { target: 'width', column: 'w' },
      { target: 'height', column: 'h' },
    ] as const;
    expect(await readFrom(csv, 'a.csv', table, { columns })).toMatchObject([
      {
        text: 'yes',
        name: 'x',
        annotations: [{ type: 'rectangle', label: 'cat', value: { x: 1, y: 2, width: 3, height: 4 } }],
        attributes: { text: 'no' },
      },
    ]);
    const kept = await readFrom(csv, 'a.csv', table, {
      columns: [{ target: 'attribute', column: 'label' }],
    });
    expect(kept).toMatchObject([{ text: 'no', annotations: [], attributes: { label: 'cat' } }]);
  });

  it.each([
    [{ target: 'text', column: 'sentense' }, 'no column sentense; its columns are: text, left'],
    [{ target: 'x', column: 'left' }, 'x needs the other columns of a box'],
  ] as const)('refuses a header that cannot be taken as %o', async (column, message) => {
    expect(await readFrom(csv, 'a.csv', 'text,left\na,1\n', { columns: [column] })).toMatchObject([
      {
        kind: 'error',
        code: 'columns_invalid',
        where: { line: 1 },
        message: expect.stringContaining(message),
      },
    ]);
  });

  it('refuses an item without text and file, but for a table that Cairn wrote', async () => {
    expect(await read('id,text,image\n1,,\n2,a,\n3,,a.png\n')).toMatchObject([
      { kind: 'error', code: 'record_invalid', where: { line: 2 } },
      { kind: 'item', text: 'a' },
      { kind: 'item', file_name: 'a.png' },
    ]);
    expect(await read('id,text,type,value,attributes,name\n1,,,,,only a name\n')).toMatchObject([
      { kind: 'item', name: 'only a name' },
    ]);
  });

  it('tells of columns without a name that hold something', async () => {
    expect(await read(',text\n,a\n')).toMatchObject([{ kind: 'item', text: 'a' }]);
    expect(await read(',text\n0,a\n1,b\n')).toMatchObject([
      { kind: 'item' },
      { kind: 'item' },
      { kind: 'not_held', what: 'columns without a name in mails.csv' },
    ]);
  });

  it('gives the split of the table, else of the folders in which an item has its file', async () => {
    const zip = await zipOf({
      'metadata.csv': 'file_name,split\ntest/a.png,\nother/b.png,\ntest/c.png,mine\n',
      'test/a.png': 'A',
      'other/b.png': 'B',
      'test/c.png': 'C',
    });
    const entries = await readFrom(csv, 'set.zip', zip);
    expect(entries.map((entry) => entry.kind === 'item' && entry.splits)).toEqual([
      ['test'],
      undefined,
      ['mine'],
    ]);
  });
});
