import { datasetCommands } from '@cairn/contracts';
import { datasetById, itemsOfVersion, labelsOfVersion } from './read-models/index.js';
import { RunningDatasets, someone } from './testing/running-datasets.js';

const page = { limit: 100, sort: 'created_at' };
const numbered = (count: number): string => Array.from({ length: count }, (_, n) => `w${n}`).join(' ');

describe('search in lists', () => {
  let running: RunningDatasets;
  beforeAll(async () => {
    running = await RunningDatasets.start();
  });
  afterAll(() => running.stop());

  const me = someone();
  const madeVersion = async () => {
    const dataset_id = await running.make(
      me,
      datasetCommands.createDataset,
      { body: { name: 'texts' } },
      'dataset',
    );
    const { resource } = (await datasetById(running.reading(me), dataset_id))!;
    return { dataset_id, version_id: resource.versions[0]!.id };
  };
  type Path = Awaited<ReturnType<typeof madeVersion>>;
  const madeItem = (path: Path, body: { readonly text?: string; readonly name?: string }) =>
    running.make(me, datasetCommands.createDatasetItem, { ...path, body }, 'item');
  const found = async (path: Path, q: string) =>
    (await itemsOfVersion(running.reading(me), path, page, { q }))!.elements.map(({ id }) => id);

  it.each([
    ['今天天气很好', ['天气', '好', '今天天气很好', '很好', '天'], ['气天', '坏']],
    ['きょうはいい天気です', ['いい天気', 'です', 'き'], ['すで', 'カ']],
    ['วันนี้อากาศดีมาก', ['อากาศ', 'ดี', 'มาก', 'ก'], ['มากดี', 'ฟ']],
    ['GPT模型很好', ['gpt', '模型', 'GPT模', 'gp', '模型 GP'], ['gpt好模']],
    ['東京タワー2024', ['東京', 'タワー', '京タ', '2024', '東京タワー20', '東京2'], ['京東']],
    ['오늘 날씨가 좋다', ['날씨', '오', '오늘 좋'], ['씨가']],
  ])('finds %s', async (text, present, absent) => {
    const path = await madeVersion();
    const item = await madeItem(path, { text });
    for (const q of present) expect([q, await found(path, q)]).toEqual([q, [item]]);
    for (const q of absent) expect([q, await found(path, q)]).toEqual([q, []]);
  });

  it('finds by the first 2,000 distinct words of a text', async () => {
    const path = await madeVersion();
    const short = await madeItem(path, { text: `${numbered(200)} needle` });
    const long = await madeItem(path, { text: `${numbered(1_999)} w0 needle beyond` });
    expect(await found(path, 'needle')).toEqual([short, long]);
    expect(await found(path, 'beyond')).toEqual([]);
    expect(await found(path, 'w1998')).toEqual([long]);
  });

  it('finds by the text when only the name was changed, and by the name when only the text was', async () => {
    const path = await madeVersion();
    const item = await madeItem(path, { name: '旧名字', text: `${numbered(1_500)} 今天天气很好` });
    const change = (body: object) =>
      running.done(me, datasetCommands.updateDatasetItem, { ...path, id: item, body });
    await change({ name: '新名字' });
    for (const q of ['新名', '天气', 'w1499']) expect([q, await found(path, q)]).toEqual([q, [item]]);
    expect(await found(path, '旧')).toEqual([]);
    await change({ text: 'other' });
    for (const q of ['新名', 'oth']) expect([q, await found(path, q)]).toEqual([q, [item]]);
    expect(await found(path, '天气')).toEqual([]);
  });

  it('finds labels by a part of their names', async () => {
    const path = await madeVersion();
    const label = await running.make(
      me,
      datasetCommands.createLabel,
      { ...path, body: { name: '不是垃圾' } },
      'label',
    );
    const labelled = async (q: string) =>
      (await labelsOfVersion(running.reading(me), path, page, { q }))!.elements;
    expect((await labelled('垃圾')).map(({ id }) => id)).toEqual([label]);
    expect(await labelled('圾垃')).toEqual([]);
    expect(await labelled('***')).toEqual([]);
  });
});
