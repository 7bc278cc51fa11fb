import { csv } from '../csv/index.js';
import type { ExportContent, ImportRecord } from '../format.js';
import { jsonl } from '../jsonl/index.js';
import { bytesOf, contentOf, roundTrip, uploadOf } from '../testing/uploads.js';
import { delivered } from './delivery.js';

const item = (id: string, bytes?: string): ImportRecord => ({
  kind: 'item',
  where: { file: 'spec' },
  id,
  text: `text ${id}`,
  labels: [],
  annotations: [],
  ...(bytes === undefined
    ? {}
    : {
        file_name: 'a.png',
        file: { size: bytes.length, sha256: id.repeat(64), open: async () => uploadOf('', bytes).open() },
      }),
});

/** Items that change with each pass over them; the last state stays. */
const changing = (...states: readonly (readonly ImportRecord[])[]): ExportContent => {
  let pass = 0;
  return {
    ...contentOf([]),
    records: () => contentOf(states[Math.min(pass++, states.length - 1)] ?? []).records(),
  };
};

const filesRead = async (format: typeof jsonl, content: ExportContent) => {
  const { entries } = await roundTrip(format, content);
  return entries.map((entry) =>
    'bytes' in entry ? Buffer.from(entry.bytes as string, 'base64').toString() : 'no file',
  );
};

const [before, after] = [[item('1', 'A'), item('2', 'B')], [item('2', 'C')]];

describe('an archive that is written while items change', () => {
  it('has every file that its rows name: some items are deleted, others have another file by now', async () => {
    expect(await filesRead(jsonl, changing(before, after))).toEqual(['A', 'B']);
    expect(await filesRead(csv, changing(before, before, after))).toEqual(['A', 'B']);
    expect(await filesRead(csv, changing(before, after))).toEqual(['C']);
  });
  it('is the table that it was going to be when the first file comes late', async () => {
    const { content } = delivered(await csv.write(changing([item('1')], [item('1', 'A')])));
    const plain = delivered(await csv.write(contentOf([item('1')])));
    expect(await bytesOf(content)).toEqual(await bytesOf(plain.content));
  });
});
