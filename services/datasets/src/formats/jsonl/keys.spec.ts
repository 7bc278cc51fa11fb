import { readFrom, zipOf } from '../testing/uploads.js';
import { jsonl } from './index.js';

const read = (content: string, name = 'mails.jsonl') => readFrom(jsonl, name, content);

describe('what keys of JSON objects are taken for', () => {
  it('knows keys by the names of columns, where their values can be that', async () => {
    expect(
      await read(
        '{"Review":"Hi","Sentiment":"good","stars":5}\n{"text":"a","class":["x","y"],"target":"b"}\n{"sentence":"a","topic":{"k":1}}',
      ),
    ).toMatchObject([
      { text: 'Hi', labels: ['good'], attributes: { stars: 5 } },
      { text: 'a', labels: ['x', 'y'], attributes: { target: 'b' } },
      { text: 'a', labels: [], attributes: { topic: { k: 1 } } },
    ]);
    expect(await read('{"message":"m","content":"c","label":"l","intent":"i"}')).toMatchObject([
      { text: 'c', labels: ['l'], attributes: { message: 'm', intent: 'i' } },
    ]);
  });

  it('takes a file beside a text for one only where the archive has it, and an address for none', async () => {
    const zip = await zipOf({
      'all.jsonl':
        '{"text":"a","image":"a.png"}\n{"text":"b","image":"b.png"}\n{"img":"a.png"}\n{"url":"https://x.org/c.png"}\n{"audio":"d.mp3"}',
      'a.png': 'A',
    });
    expect(await readFrom(jsonl, 'set.zip', zip)).toMatchObject([
      { text: 'a', file_name: 'a.png', file: { size: 1 } },
      { text: 'b', attributes: { image: 'b.png' } },
      { file_name: 'a.png', file: { size: 1 } },
      { name: 'https://x.org/c.png', attributes: { url: 'https://x.org/c.png' } },
      { kind: 'error', code: 'file_missing' },
    ]);
  });

  it('takes keys for what the caller says, and what was theirs for attributes', async () => {
    const object = '{"text":"no","data":"nor","my":"yes","kind":"k","comment":"c","attributes":{"n":1}}';
    expect(
      await readFrom(jsonl, 'a.jsonl', object, {
        columns: [
          { target: 'text', column: 'my' },
          { target: 'label', column: 'kind' },
          { target: 'attribute', column: 'comment' },
        ],
      }),
    ).toMatchObject([
      { text: 'yes', labels: ['k'], attributes: { n: 1, text: 'no', data: 'nor', comment: 'c' } },
    ]);
    const lacking = await readFrom(jsonl, 'a.jsonl', '{"sentence":"a"}\n{"my":"b"}', {
      columns: [{ target: 'text', column: 'my' }],
    });
    expect(lacking).toMatchObject([{ kind: 'error', code: 'record_invalid' }, { text: 'b' }]);
  });

  it('refuses a key that no object has, with those of the first', async () => {
    const columns = [{ target: 'label', column: 'colour' }] as const;
    expect(
      await readFrom(jsonl, 'a.jsonl', '{"text":"a","color":"b"}\n{"text":"b"}', { columns }),
    ).toMatchObject([
      { kind: 'item' },
      { kind: 'item' },
      {
        kind: 'error',
        code: 'columns_invalid',
        refusing: true,
        message: 'no record has colour; the keys of the first are: text, color',
      },
    ]);
  });

  it.each(['{"text":""}', '{"text":"","file_name":""}', '{"colour":"red"}', '{"text":null,"label":"x"}'])(
    'refuses %s: it has neither a text nor a file',
    async (object) => {
      expect(await read(object)).toMatchObject([
        { kind: 'error', code: 'record_invalid', message: expect.stringMatching(/neither.*its keys are: /) },
      ]);
    },
  );

  it('keeps what an annotation says beyond its fields', async () => {
    const entity = '{"label":"PER","start_offset":0,"end_offset":3,"score":0.5}';
    const object = `{"text":"Ada","entities":[${entity}],"annotations":[{"type":"tag","value":{},"by":"me","attributes":{"k":1}}]}`;
    const [item] = await read(object.replace('"type":"tag"', '"type":"classification"'));
    expect(item).toMatchObject({
      annotations: [{ attributes: { by: 'me', k: 1 } }, { type: 'span', attributes: { score: 0.5 } }],
    });
  });

  it('drops nothing of what declares a label or a split without a word', async () => {
    const zip = await zipOf({
      'items.jsonl': '{"text":"a"}',
      'labels.jsonl':
        '{"name":"a","weight":2}\n{"name":"b","color":"red"}\n{"name":"c","type":"cloud"}\n{"name":"d","number":1.5}',
      'splits.jsonl': '{"name":"s","weight":2}',
    });
    expect(await readFrom(jsonl, 'set.zip', zip)).toMatchObject([
      { kind: 'label', name: 'a', attributes: { weight: 2 } },
      {
        kind: 'error',
        code: 'record_invalid',
        where: { line: 2 },
        message: expect.stringContaining('color'),
      },
      { kind: 'error', code: 'record_invalid', where: { line: 3 }, message: expect.stringContaining('type') },
      {
        kind: 'error',
        code: 'record_invalid',
        where: { line: 4 },
        message: expect.stringContaining('number'),
      },
      { kind: 'split', name: 's' },
      { kind: 'not_held', what: 'splits.weight' },
      { kind: 'item', text: 'a' },
    ]);
  });
});
