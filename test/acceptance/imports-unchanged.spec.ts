import { zipOf } from '../support/archive-maker.js';
import { type Person, somebody } from '../support/people.js';
import { type SharedCairn, topologies } from '../support/topology.js';
import { type Uploading, uploading } from '../support/uploading.js';
import { wire } from '../support/wire.js';

describe.each(topologies)('imports that change nothing without a word, on $name', (topology) => {
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
    ['a cell of a table', 'a.tsv', 'text\tlabel\n"a\t1\n"b\t0\n', 'csv_invalid'],
    ['a large number', 'a.jsonl', '\n{"text":"a","uid":1000000000000000000001}', 'number_invalid'],
    ['a key that stands twice', 'a.jsonl', '\n{"text":"a","text":"b"}', 'key_twice'],
  ])('%s that would be changed is refused with its line', async (_, name, content, code) => {
    const at = await newVersion();
    const { status, body } = await upload(at, name, content);
    expect([status, body.errors?.[0]]).toMatchObject([422, { file: name, line: 2, code }]);
    expect(await itemsOf(at)).toEqual([]);
  });

  it('what stands in two splits is there twice, also when it comes in two files', async () => {
    const at = await newVersion({ default_splits: true });
    await upload(at, 'train.csv', 'text\nyes\n');
    const { body } = await upload(at, 'test.csv', 'text\nyes\n');
    expect(body.import).toMatchObject({ created: 1, unchanged: 0 });
    expect((await itemsOf(at)).map(({ splits }) => splits[0]?.name).sort()).toEqual(['test', 'train']);
  });

  it('a correction is told, and taken when it is asked for', async () => {
    const at = await newVersion();
    await upload(at, 'a.csv', 'text,label\nx,good\n');
    const labels = async () =>
      (await itemsOf(at)).flatMap(({ annotations }) => annotations.map(({ label }) => label?.name));
    const kept = await upload(at, 'a.csv', 'text,label\nx,bad\n');
    expect(kept.body.import).toMatchObject({
      existing: 1,
      labels_created: 0,
      existing_items: [{ file: 'a.csv', line: 2, differs: ['annotations'] }],
    });
    expect(await labels()).toEqual(['good']);
    const taken = await upload(at, 'a.csv', 'text,label\nx,bad\n', '?on_existing=update');
    expect(taken.body.import).toMatchObject({ updated: 1, labels_created: 1 });
    expect(await labels()).toEqual(['bad']);
  });

  it('texts of other tools and of its own come back as they were', async () => {
    const at = await newVersion();
    await upload(at, 'a.csv', "text,label,lon\n'-5,-1,-73.98\n=1+1,+1,x\n");
    const texts = ["'-5", '=1+1'];
    expect((await itemsOf(at)).map(({ text }) => text).sort()).toEqual(texts);
    const path = `/api/v1/datasets/${at.dataset_id}/versions/${at.id}/download?format=csv`;
    const { text } = await wire(cairn, { method: 'GET', path, token: ada.token });
    expect(text).toContain("''-5,");
    expect(text).toContain(',-1,classification,');
    expect(text).toContain(',-73.98');
    expect(text).toContain("'=1+1");
    const copy = await newVersion();
    expect((await upload(copy, 'a.csv', text)).status).toBe(200);
    expect((await itemsOf(copy)).map((item) => item.text).sort()).toEqual(texts);
    const kept = await newVersion();
    await upload(kept, 'a.csv', text, '?guard=keep');
    expect((await itemsOf(kept)).map((item) => item.text).sort()).toEqual(["''-5", "'=1+1"]);
  });

  it('records of several formats in one archive are all read', async () => {
    const at = await newVersion({ default_splits: true });
    const { body } = await upload(
      at,
      'set.zip',
      zipOf([
        { name: 'train/data.csv', content: 'text\na\n' },
        { name: 'validation/data.jsonl', content: '{"text":"b","label":""}' },
      ]),
    );
    expect(body.import).toMatchObject({ format: 'csv, jsonl', created: 2, labels_created: 0 });
    expect(body.import).not.toHaveProperty('not_held');
    expect(await splitsOf(at)).toEqual({ a: 'train', b: 'validation' });
  });

  it('two spellings of a label are one, and the report says so', async () => {
    const at = await newVersion();
    const { body } = await upload(at, 'a.csv', 'text,label\nx,A\ny,a\n');
    expect(body.import).toMatchObject({
      labels_created: 1,
      label_spellings: [{ name: 'A', spelled: ['a'] }],
    });
  });
});
