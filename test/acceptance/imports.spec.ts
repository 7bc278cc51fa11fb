import { type ArchiveEntry, zipOf } from '../support/archive-maker.js';
import { type Person, somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';
import { type Uploading, uploading } from '../support/uploading.js';

const lines = (...records: readonly object[]): string =>
  records.map((record) => JSON.stringify(record)).join('\n');

describe.each(topologies)('imports of what other tools write, on $name', (topology) => {
  let cairn: SharedCairn;
  let ada: Person;
  let its: Uploading;
  beforeAll(async () => {
    cairn = await topology.shared();
    ada = await somebody(cairn);
    its = uploading(cairn, ada);
  });
  afterAll(() => cairn.leave());

  const newVersion: Uploading['newVersion'] = (body) => its.newVersion(body);
  const upload: Uploading['upload'] = (...file) => its.upload(...file);
  const itemsOf: Uploading['itemsOf'] = (at) => its.itemsOf(at);
  const splitsOf: Uploading['splitsOf'] = (at) => its.splitsOf(at);

  it.each([
    [
      'tables in folders',
      [
        ['train/data.csv', 'text\ntrained'],
        ['test/data.csv', 'text\ntested'],
        ['my-valid_set/data.csv', 'text\nvalidated'],
        ['data.csv', 'text\nuntold'],
      ],
    ],
    [
      'shards of the hub',
      [
        ['data/train-00000-of-00001.csv', 'text\ntrained'],
        ['data/test-00000-of-00001.csv', 'text\ntested'],
        ['data/validation-00000-of-00001.csv', 'text\nvalidated'],
        ['data.csv', 'text\nuntold'],
      ],
    ],
    [
      'JSON lines',
      [
        ['set/training.jsonl', '{"text":"trained"}'],
        ['evaluation/data.jsonl', '{"text":"tested"}'],
        ['dev/data.jsonl', '{"text":"validated"}'],
        ['data.csv', '{"text":"untold"}'],
      ],
    ],
  ] as const)(
    'test data of %s do not become training data, and the report says what went where',
    async (_, files) => {
      const at = await newVersion({ default_splits: true });
      const entries = files.map(([name, content]): ArchiveEntry => {
        const isLines = content.startsWith('{');
        return { name: isLines ? name.replace('.csv', '.jsonl') : name, content };
      });
      const untold = entries.at(-1)?.name;
      const { status, body } = await upload(at, 'set.zip', zipOf(entries));
      expect([status, body.code]).toEqual([200, undefined]);
      expect(await splitsOf(at)).toEqual({
        trained: 'train',
        tested: 'test',
        validated: 'validation',
        untold: 'train',
      });
      expect(body.import).toMatchObject({ created: 4, splits_created: 0, no_split_told: [untold] });
      expect(body.import?.['splits']).toEqual(
        expect.arrayContaining([
          { name: 'train', items: 2 },
          { name: 'test', items: 1 },
          { name: 'validation', items: 1 },
        ]),
      );
    },
  );

  it('a split that a file tells is made, and a record says more than its file', async () => {
    const at = await newVersion();
    const table = 'text,split\nfrom the file,\nfrom the record,mine\n';
    const { body } = await upload(at, 'mails_test.csv', table);
    expect(await splitsOf(at)).toEqual({ 'from the file': 'test', 'from the record': 'mine' });
    expect(body.import).toMatchObject({
      splits_created: 2,
      splits: [
        { name: 'test', items: 1 },
        { name: 'mine', items: 1 },
      ],
    });
    expect(body.import).not.toHaveProperty('no_split_told');
  });

  it.each([
    ['a.csv', 'id,text,label\n1,a,x\n2,,y\n', 3],
    ['a.tsv', 'id\ttext\tlabel\n1\ta\tx\n2\t\ty\n', 3],
    ['a.jsonl', lines({ text: 'a', label: 'x' }, { text: '', label: 'y' }), 2],
    ['b.jsonl', lines({ text: 'a', label: 'x' }, { label: 'y' }), 2],
    ['a.json', '[{"text":"a","label":"x"},\n{"text":"","label":"y"}]', 2],
  ])(
    'an item of %s without text and file is refused, and listed when it is skipped',
    async (name, content, line) => {
      const at = await newVersion();
      const error = {
        file: name,
        line,
        code: 'record_invalid',
        message: expect.stringContaining('neither a text nor a file'),
      };
      const refused = await upload(at, name, content);
      expect([refused.status, refused.body.errors]).toEqual([422, [error]]);
      const { status, body } = await upload(at, name, content, '?on_error=skip');
      expect([status, body.import]).toMatchObject([200, { created: 1, skipped: 1, errors: [error] }]);
      expect((await itemsOf(at)).map(({ text }) => text)).toEqual(['a']);
    },
  );

  it.each([
    ['a.csv', 'sentence,sentiment,lang\nLovely,good,en\n'],
    ['a.csv', 'Review;Intent;lang\nLovely;good;en\n'],
    ['a.jsonl', lines({ tweet: 'Lovely', topic: 'good', lang: 'en' })],
  ])('the columns of %s that people use are taken', async (name, content) => {
    const at = await newVersion();
    expect((await upload(at, name, content)).status).toBe(200);
    const [item] = await itemsOf(at);
    expect(item).toMatchObject({ text: 'Lovely', attributes: { lang: 'en' } });
    expect(item?.annotations.map(({ label }) => label?.name)).toEqual(['good']);
  });

  it('a header without a text is one error with the columns that are there and those that would be taken', async () => {
    const at = await newVersion();
    const table = `colour,size\n${'red,3\n'.repeat(50)}`;
    for (const query of ['', '?on_error=skip']) {
      const { status, body } = await upload(at, 'a.csv', table, query);
      expect([status, body.errors]).toEqual([
        422,
        [
          {
            file: 'a.csv',
            line: 1,
            code: 'header_invalid',
            message: expect.stringContaining('colour, size'),
          },
        ],
      ]);
      expect(body.errors?.[0]?.message).toMatch(/sentence.*file_name.*\?columns=text:/);
    }
  });

  it('says what would be taken also of a header that is too long to be told', async () => {
    const at = await newVersion();
    const header = Array.from({ length: 500 }, (_, column) => `feature_${column}`).join(',');
    const { body } = await upload(at, 'a.csv', `${header}\n`);
    expect(body.errors?.[0]?.message).toMatch(/sentence.*file_name.*\?columns=text:.*feature_0/);
  });

  it.each([
    ['a.csv', 'colour,kind,text\nred,warm,a note\n'],
    ['a.jsonl', lines({ colour: 'red', kind: 'warm', text: 'a note' })],
  ])('columns of %s are taken for what the caller says', async (name, content) => {
    const at = await newVersion();
    const { body } = await upload(at, name, content, '?columns=text:colour,label:kind');
    expect(body.import).toMatchObject({ created: 1 });
    const [item] = await itemsOf(at);
    expect(item).toMatchObject({ text: 'red', attributes: { text: 'a note' } });
    expect(item?.annotations.map(({ label }) => label?.name)).toEqual(['warm']);
  });

  it.each([
    ['an unknown target', 'txt:colour', /`txt` is no target; targets are: id, name, text/],
    ['a target twice', 'text:colour,text:size', /`text` stands twice/],
    ['a target without a column', 'text', /text:its_name/],
    ['nothing', '', /targets are/],
    ['a column that is not there', 'text:color', /no column color; its columns are: colour, size/],
  ])('%s is 422 with the list, and stores nothing', async (_, columns, message) => {
    const at = await newVersion();
    const { status, body } = await upload(
      at,
      'a.csv',
      'colour,size\nred,3\n',
      `?columns=${columns}&on_error=skip`,
    );
    expect([status, body.code]).toEqual([422, 'columns_invalid']);
    expect(body.errors?.map((error) => error.message)).toEqual([expect.stringMatching(message)]);
    expect(await itemsOf(at)).toEqual([]);
  });

  it('a key that no JSON object has is 422 with those that there are, also when errors are skipped', async () => {
    const at = await newVersion();
    const content = lines({ text: 'a', colour: 'red' });
    const { status, body } = await upload(at, 'a.jsonl', content, '?columns=label:color&on_error=skip');
    expect([status, body.code]).toEqual([422, 'columns_invalid']);
    expect(body.detail).toMatch(/no record has color.*text, colour/i);
    const boxes = await upload(at, 'a.jsonl', content, '?columns=xmin:colour');
    expect([boxes.status, boxes.body.code]).toEqual([422, 'columns_invalid']);
    expect(await itemsOf(at)).toEqual([]);
  });

  it('what was edited since is left alone and told apart from what is unchanged', async () => {
    const at = await newVersion();
    const content = lines({ text: 'a', label: 'x' }, { text: 'b' }, { text: 'c' });
    await upload(at, 'a.jsonl', content);
    const edited = (await itemsOf(at)).find(({ text }) => text === 'b');
    const params = { dataset_id: at.dataset_id, version_id: at.id, id: edited?.id ?? '' };
    await ada.client.call('updateDatasetItem', { params, body: { text: 'corrected' } });
    for (const query of ['?dry_run=true', '']) {
      const { body } = await upload(at, 'a.jsonl', content, query);
      expect(body.import).toMatchObject({ created: 0, unchanged: 2, existing: 1 });
    }
    expect((await itemsOf(at)).map(({ text }) => text).sort()).toEqual(['a', 'c', 'corrected']);
    await ada.client.call('updateDatasetItem', { params, body: { text: 'b' } });
    expect((await upload(at, 'a.jsonl', content)).body.import).toMatchObject({ unchanged: 3, existing: 0 });
  });

  it('a second classification names the setting that forbids it', async () => {
    const at = await newVersion({ multi_label: false });
    const { body } = await upload(at, 'a.jsonl', lines({ text: 'a', labels: ['x', 'y'] }));
    expect(body.errors?.map(({ code, message }) => [code, message])).toEqual([
      ['multi_label_violation', expect.stringContaining('multi_label: false')],
    ]);
  });

  it('the line of a quote that is not closed is the same in number and words', async () => {
    const at = await newVersion();
    const table = 'text,label\r\n"two\r\nlines",x\r\n\r\n"never,y\r\nclosed,z\r\n';
    const { body } = await upload(at, 'a.csv', table);
    expect(body.errors).toMatchObject([{ line: 5, code: 'csv_invalid' }]);
    expect(body.errors?.[0]?.message.match(/\d+/g)).toEqual(['5']);
  });
});
