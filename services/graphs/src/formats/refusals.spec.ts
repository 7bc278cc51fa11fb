import { gzipSync } from 'node:zlib';
import { brokenFiles } from './testing/broken-files.js';
import { readWhole } from './testing/reading.js';

const ONE_NODE = '{"nodes":[{"id":"a"}],"links":[]}';

describe('broken files are refused with their line and column', () => {
  it.each(brokenFiles)('%s', async (_, file, code, line, column) => {
    expect((await readWhole(file)).end).toMatchObject({ kind: 'error', code, line, column });
    expect((await readWhole(file, { pieceBytes: 1 })).end).toMatchObject({
      kind: 'error',
      code,
      line,
      column,
    });
  });

  it('bytes that are not in the encoding', async () => {
    const bytes = Buffer.concat([
      Buffer.from('<graphml>\n<graph><node id="'),
      Buffer.from([0xff]),
      Buffer.from('"/>'),
    ]);
    expect((await readWhole(bytes)).end).toMatchObject({ code: 'encoding_invalid', line: 2, column: 18 });
    const declared = '<?xml version="1.0" encoding="klingon"?><gexf/>';
    expect((await readWhole(declared)).end).toMatchObject({ code: 'encoding_invalid', line: 1, column: 1 });
  });
});

describe('encodings and packing', () => {
  const file =
    '<?xml version="1.0" encoding="ISO-8859-1"?><gexf><graph><nodes><node id="\u00e9"/></nodes></graph></gexf>';

  it('read what a declaration or a byte order mark says', async () => {
    expect((await readWhole(Buffer.from(file, 'latin1'))).nodes).toMatchObject([{ uid: '\u00e9' }]);
    const wide = Buffer.from(`\ufeff${file}`, 'utf16le');
    expect((await readWhole(wide, { pieceBytes: 1 })).nodes).toMatchObject([{ uid: '\u00e9' }]);
    expect((await readWhole(`\ufeff${ONE_NODE}`)).nodes).toMatchObject([{ uid: 'a' }]);
  });

  it('read gzip, and refuse what is damaged, goes on, or unpacks to too much', async () => {
    const packed = gzipSync(ONE_NODE);
    expect((await readWhole(packed, { pieceBytes: 1 })).nodes).toMatchObject([{ uid: 'a' }]);
    expect((await readWhole(packed.subarray(0, -9))).end).toMatchObject({ code: 'gzip_invalid' });
    const bomb = gzipSync(`{"directed":true,"nodes":[${' '.repeat(20_000_000)}]}`);
    expect((await readWhole(bomb, { pieceBytes: 10_000 })).end).toMatchObject({ code: 'gzip_invalid' });
    const unpacking = { bytes: 10, ratio: 100 };
    expect((await readWhole(packed, { unpacking })).end).toMatchObject({ code: 'gzip_invalid' });
  });
});
