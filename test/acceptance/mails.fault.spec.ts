import type { Client } from '@cairn/client';
import type { DatasetItem } from '@cairn/contracts';
import { entriesOf } from '../support/archives.js';
import { bytesOf, picture, sha256 } from '../support/bytes.js';
import { imported } from '../support/imports.js';
import { asJsonLines, mails } from '../support/mails.js';
import { elementsOf } from '../support/pages.js';
import { type Person, somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';

describe.each(topologies)('the main job on $name', (topology) => {
  let cairn: RunningCairn;
  let ada: Person;
  const told: string[] = [];
  const tell = (line: string): void => void told.push(line);

  let dataset: { id: string };
  let version: string;
  let copy: { id: string; version: string };
  let labels: Record<string, string>;
  let splits: Record<string, string>;
  let wrong: DatasetItem[];
  let corrected: DatasetItem;
  let beforeCorrections: string;
  let removed: DatasetItem;
  let archive: Buffer;

  const at = () => ({ dataset_id: dataset.id, version_id: version });
  const client = (): Client => ada.client;
  const listed = async (query: Record<string, string | number | undefined>) =>
    client().call('listDatasetItems', { params: at(), query });
  const total = async (query: Record<string, string | number | undefined>): Promise<number> =>
    Number((await listed({ ...query, limit: 1 })).headers.get('x-total-count'));
  const importInto = (
    id: string,
    into: string,
    name: string,
    content: string | Uint8Array,
    contentType: string,
  ) => {
    const bytes = typeof content === 'string' ? content : Uint8Array.from(content);
    return imported(client(), { dataset_id: id, id: into }, { name, contentType, content: bytes });
  };

  beforeAll(async () => {
    cairn = await topology.start();
  });
  afterAll(async () => {
    await cairn.remove();
    process.stdout.write(`${told.map((line) => `    ${line}`).join('\n')}\n`);
  });

  it('a person registers, logs in and makes a dataset', async () => {
    ada = await somebody(cairn);
    const { body, headers } = await client().call('createDataset', {
      body: { name: 'Mails', default_splits: true, content_type: 'text' },
    });
    dataset = body;
    version = body.active_version_id ?? '';
    splits = Object.fromEntries((body.versions[0]?.splits ?? []).map((split) => [split.name, split.id]));
    expect(headers.get('location')).toBe(`/api/v1/datasets/${body.id}`);
    expect(Object.keys(splits).sort()).toEqual(['test', 'train', 'validation']);
    tell(`${ada.username} made a dataset with the splits ${Object.keys(splits).join(', ')}`);
  });

  it('imports 6,046 e-mails as one file, their groups as labels', async () => {
    const all = mails();
    const began = Date.now();
    const body = await importInto(
      dataset.id,
      version,
      'mails.jsonl',
      asJsonLines(all),
      'application/x-ndjson',
    );
    labels = Object.fromEntries((body.labels ?? []).map((label) => [label.name, label.id]));
    expect(body.import).toMatchObject({ created: await total({}) });
    expect(Object.keys(labels).sort()).toEqual([
      'easy-ham-1',
      'easy-ham-2',
      'hard-ham-1',
      'spam-1',
      'spam-2',
    ]);
    expect(await total({})).toBe(6046);
    tell(`imported ${await total({})} mails in ${Date.now() - began} ms`);
  }, 120_000);

  it('importing the same file again adds nothing', async () => {
    const body = await importInto(
      dataset.id,
      version,
      'mails.jsonl',
      asJsonLines(mails()),
      'application/x-ndjson',
    );
    expect(body.import).toMatchObject({ created: 0, unchanged: 6046 });
    expect(await total({})).toBe(6046);
  }, 120_000);

  it('reads statistics that equal a recount', async () => {
    const { body } = await client().call('listLabelStats', {
      params: { ...at(), split_id: splits['train']! },
    });
    const counted: Record<string, number> = {};
    for (const mail of mails()) counted[mail.group] = (counted[mail.group] ?? 0) + 1;
    const stats = Object.fromEntries(body.map((stat) => [stat.label_id, stat.item_count]));
    for (const [group, count] of Object.entries(counted)) expect(stats[labels[group]!]).toBe(count);
    tell(
      `label statistics: ${Object.entries(counted)
        .map(([group, count]) => `${group} ${count}`)
        .join(', ')}`,
    );
  });

  it('splits some off for validation and test', async () => {
    const some: string[] = [];
    for await (const { id } of elementsOf((cursor) => listed({ limit: 1000, ...cursor })))
      if (some.push(id) === 1000) break;
    const move = async (ids: string[], to: string): Promise<void> => {
      await client().call('addItemsToSplit', {
        params: { ...at(), id: splits[to]! },
        body: { item_ids: ids },
      });
      for (const id of ids.slice(0, 20))
        await client().call('removeItemFromSplit', { params: { ...at(), split_id: splits['train']!, id } });
    };
    await move(some.slice(0, 600), 'validation');
    await move(some.slice(600, 1000), 'test');
    expect(await total({ split_id: splits['validation'] })).toBe(600);
    expect(await total({ split_id: splits['test'] })).toBe(400);
    expect(await total({ split_id: splits['train'] })).toBe(6046 - 40);
    tell('moved 600 mails to validation and 400 to test');
  }, 60_000);

  it('searches and filters', async () => {
    const found = await listed({ q: 'mailing lis', label_id: labels['hard-ham-1'], limit: 5 });
    expect(found.body).toHaveLength(5);
    for (const item of found.body) expect(item.annotations[0]?.label_id).toBe(labels['hard-ham-1']);
    expect(await total({ label_id: labels['spam-1'] })).toBe(500);
  });

  it('corrects labels that are wrong', async () => {
    wrong = (await listed({ label_id: labels['hard-ham-1'], limit: 3 })).body;
    beforeCorrections = new Date().toISOString();
    for (const item of wrong)
      await client().call('updateAnnotation', {
        params: { ...at(), item_id: item.id, id: item.annotations[0]!.id },
        body: { label_id: labels['spam-1']! },
      });
    corrected = (await client().call('getDatasetItem', { params: { ...at(), id: wrong[0]!.id } })).body;
    expect(corrected.annotations[0]?.label_id).toBe(labels['spam-1']);
    expect(await total({ label_id: labels['spam-1'] })).toBe(503);
    expect(await total({ label_id: labels['hard-ham-1'] })).toBe(247);
    tell('corrected three labels, statistics followed');
  });

  it('annotates spans with positions beyond the Basic Multilingual Plane', async () => {
    const text = '📧 Löve from 𝓐𝓭𝓪 to 👩‍💻';
    const points = Array.from(text);
    const start = points.indexOf('𝓐');
    const { body: item } = await client().call('createDatasetItem', {
      params: at(),
      body: { name: 'greeting', text },
    });
    const annotate = (value: { start: number; end: number; text: string }) =>
      client().try('createAnnotation', {
        params: { ...at(), item_id: item.id },
        body: { type: 'span', label_id: labels['easy-ham-1']!, value },
      });
    expect((await annotate({ start, end: start + 3, text: '𝓐𝓭𝓪' })).status).toBe(201);
    expect((await annotate({ start: 0, end: points.length + 1, text })).status).toBe(422);
    expect((await annotate({ start, end: start + 3, text: 'Ada' })).status).toBe(422);
    const { body } = await client().call('getDatasetItem', { params: { ...at(), id: item.id } });
    expect(body.annotations.map((annotation) => annotation.value)).toEqual([
      { start, end: start + 3, text: '𝓐𝓭𝓪' },
    ]);
    tell('annotated 𝓐𝓭𝓪 as a span, counted in code points');
  });

  it('attaches files and reads them back, whole and in part', async () => {
    const drawn = picture(31, 17);
    const { body: item } = await client().call('createDatasetItem', {
      params: at(),
      body: { name: 'a picture' },
    });
    const { body: attached } = await client().call('uploadDatasetItem', {
      params: { ...at(), id: item.id },
      file: { name: 'Möwe.png', contentType: 'image/png', content: Uint8Array.from(drawn) },
    });
    expect(attached).toMatchObject({
      extension: '.png',
      size: drawn.length,
      content_sha256: sha256(drawn),
      attributes: { width: 31, height: 17 },
    });
    const whole = await client().call('downloadDatasetItem', { params: { ...at(), id: item.id } });
    expect(sha256(await bytesOf(whole.body))).toBe(sha256(drawn));
    expect(whole.headers.get('content-disposition')).toContain("filename*=UTF-8''M%C3%B6we.png");
    const part = await client().call('downloadDatasetItem', {
      params: { ...at(), id: item.id },
      headers: { range: 'bytes=8-15' },
    });
    expect(part.status).toBe(206);
    expect(await bytesOf(part.body)).toEqual(drawn.subarray(8, 16));
    tell(`attached a picture of ${drawn.length} bytes`);
  });

  it('downloads everything, imports it into a second dataset, and both are equal', async () => {
    const download = async (id: string, of: string): Promise<Buffer> =>
      bytesOf((await client().call('downloadDatasetVersion', { params: { dataset_id: id, id: of } })).body);
    archive = await download(dataset.id, version);
    const { body } = await client().call('createDataset', {
      body: { name: 'Mails again', default_splits: true },
    });
    copy = { id: body.id, version: body.active_version_id ?? '' };
    await importInto(copy.id, copy.version, 'mails.zip', archive, 'application/zip');
    const [one, other] = await Promise.all([
      entriesOf(archive),
      entriesOf(await download(copy.id, copy.version)),
    ]);
    expect(other.names).toEqual(one.names);
    expect(other.records).toEqual(one.records);
    const items = one.records.filter(
      (record) => typeof record === 'object' && record !== null && 'annotations' in record,
    );
    expect(items).toHaveLength(6048);
    tell(`the download of ${archive.length} bytes, imported again, is equal in ${items.length} items`);
  }, 240_000);

  it('reads an item and the labels as they were before the corrections', async () => {
    const { body } = await client().call('getDatasetItem', {
      params: { ...at(), id: corrected.id },
      query: { as_of: beforeCorrections },
    });
    expect(body.annotations[0]?.label_id).toBe(labels['hard-ham-1']);
    const { body: history } = await client().call('listDatasetItemHistory', {
      params: { ...at(), id: corrected.id },
    });
    expect(history.at(-1)).toMatchObject({
      type: 'datasets.item.annotated.v1',
      actor: { kind: 'user', id: ada.id },
    });
    tell(`read an item as of ${beforeCorrections}`);
  });

  it('takes back one correction and one deletion', async () => {
    const { body: history } = await client().call('listDatasetItemHistory', {
      params: { ...at(), id: corrected.id },
    });
    const reverted = await client().call('revertDatasetItem', {
      params: { ...at(), id: corrected.id },
      body: { revision: history.at(-1)!.revision },
    });
    expect(reverted.body.annotations[0]?.label_id).toBe(labels['hard-ham-1']);
    expect(await total({ label_id: labels['spam-1'] })).toBe(502);
    removed = wrong[1]!;
    await client().call('deleteDatasetItem', { params: { ...at(), id: removed.id } });
    expect((await client().try('getDatasetItem', { params: { ...at(), id: removed.id } })).status).toBe(404);
    expect(await total({ label_id: labels['spam-1'] })).toBe(501);
    await client().call('restoreDatasetItem', { params: { ...at(), id: removed.id } });
    expect(await total({ label_id: labels['spam-1'] })).toBe(502);
    tell('took back a correction and a deletion');
  });

  it('deletes the dataset with its thousands of items at once and takes that back at once', async () => {
    await client().call('deleteDataset', { params: { id: dataset.id } });
    expect((await client().try('listDatasetItems', { params: at() })).status).toBe(404);
    await client().call('restoreDataset', { params: { id: dataset.id } });
    expect(await total({})).toBe(6048);
  });

  it('is killed, started again, and has everything', async () => {
    const questions = async () => ({
      dataset: (await client().call('getDataset', { params: { id: dataset.id } })).body,
      items: (await listed({ limit: 1000, sort: '-created_at' })).body,
      total: await total({}),
      stats: (await client().call('listLabelStats', { params: { ...at(), split_id: splits['train']! } }))
        .body,
      archive: (
        await entriesOf(
          await bytesOf(
            (
              await client().call('downloadDatasetVersion', {
                params: { dataset_id: dataset.id, id: version },
              })
            ).body,
          ),
        )
      ).records,
    });
    const before = await questions();
    await cairn.end('SIGKILL');
    await cairn.again();
    expect(await questions()).toEqual(before);
    tell(`was killed and found ${before.total} items, as they were`);
  }, 120_000);
});
