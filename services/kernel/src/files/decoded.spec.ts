import { uploadOf } from '../testkit/uploads.js';
import { decoded, type Decoding, isUndecoded, TextDamaged } from './index.js';

const textOf = async (content: Uint8Array, decoding?: Decoding, pieceBytes = 1) => {
  let text = '';
  for await (const piece of decoded(await uploadOf('', content, pieceBytes).open(), decoding)) text += piece;
  return text;
};

describe('bytes as text', () => {
  it.each([{ marked: true }, {}, { xml: true }])(
    'are put together from pieces of any size: %j',
    async (decoding) => {
      const text = 'aé€😀\u{1f7ff}\ufffd\n';
      for (const size of [1, 2, 3, 5, 100]) {
        expect(await textOf(Buffer.from(`\ufeff${text}`), decoding, size)).toBe(text);
        expect(await textOf(Buffer.from(`\ufeff${text}`, 'utf16le'), decoding, size)).toBe(text);
        const long = text.repeat(20_000);
        expect(await textOf(Buffer.from(long), decoding, size * 40_001)).toBe(long);
      }
      expect(isUndecoded(text)).toBe(false);
      expect(await textOf(Buffer.from(''), decoding)).toBe('');
    },
  );

  it('are read as the charset that is named, and by their mark before that', async () => {
    const swapped = Buffer.from('\ufeffé', 'utf16le').swap16();
    expect(await textOf(swapped)).toBe('é');
    expect(await textOf(Buffer.from([0xe9]), { charset: 'windows-1252' })).toBe('é');
    expect(await textOf(Buffer.from('\ufeffé'), { charset: 'windows-1252' })).toBe('é');
  });

  it('are read as their XML declaration says, where it is looked for', async () => {
    const declared = '<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>';
    const bytes = Buffer.from(declared, 'latin1');
    expect(await textOf(bytes, { xml: true })).toBe(declared);
    await expect(textOf(bytes)).rejects.toMatchObject({ line: 1, column: 47 });
    expect(await textOf(Buffer.from('<é>', 'utf16le'), { xml: true })).toBe('<é>');
    const ascii = '<?xml version="1.0" encoding="US-ASCII"?><a>é</a>';
    expect(await textOf(Buffer.from(ascii), { xml: true })).toBe(ascii);
    await expect(textOf(Buffer.from(ascii, 'latin1'), { xml: true })).rejects.toBeInstanceOf(TextDamaged);
  });

  it.each([
    ['another encoding', Buffer.from([0x61, 0x0a, 0x62, 0xff, 0xff]), { charset: 'shift_jis' }, 2, 2],
    ['UTF-8', Buffer.from([0x61, 0x0a, 0x62, 0xff, 0x63]), {}, 2, 2],
    ['UTF-8 to the end', Buffer.from([0x61, 0x62, 0xe2, 0x82]), {}, 1, 3],
  ])('that are none of %s end the text where they stand', async (_, bytes, decoding, line, column) => {
    for (const size of [1, 2, 100]) {
      const reading = textOf(bytes, decoding, size);
      await expect(reading).rejects.toBeInstanceOf(TextDamaged);
      await expect(reading).rejects.toMatchObject({
        message: expect.stringContaining('save the file as UTF-8'),
        line,
        column,
      });
    }
  });

  it('in an encoding that is not known end the text at its start', async () => {
    const reading = textOf(Buffer.from('a\nb'), { charset: 'klingon' });
    await expect(reading).rejects.toMatchObject({ message: 'the encoding "klingon" is not known', line: 1 });
  });

  it('that are no UTF-8 are marked in their own lines, where that is asked for', async () => {
    const bytes = Buffer.from('\ufffda\nb?c\ufffd\nd\n');
    bytes[bytes.indexOf('?')] = 0xe9;
    for (const size of [1, 2, 100]) {
      const lines = (await textOf(bytes, { marked: true }, size)).split('\n');
      expect(lines.map(isUndecoded)).toEqual([false, true, false, false]);
      expect([lines[0], lines[2]]).toEqual(['\ufffda', 'd']);
    }
  });
});
