import * as fc from 'fast-check';
import { contentDisposition, fileNameOf, fileNameOfHeader, safeFileName } from './content-disposition.js';

describe('the Content-Disposition of a download', () => {
  it.each([
    ['', 'attachment'],
    ['birds.zip', `attachment; filename="birds.zip"; filename*=UTF-8''birds.zip`],
    ['Möwe 1.jpg', `attachment; filename="M_we 1.jpg"; filename*=UTF-8''M%C3%B6we%201.jpg`],
    ['a"b\r\nX-Evil: 1', `attachment; filename="a_bX-Evil: 1"; filename*=UTF-8''a%22bX-Evil%3A%201`],
    ["it's (1)*.txt", `attachment; filename="it's (1)*.txt"; filename*=UTF-8''it%27s%20%281%29%2A.txt`],
    ['../../etc/passwd', `attachment; filename="passwd"; filename*=UTF-8''passwd`],
  ])('of %j is %s', (name, expected) => {
    expect(contentDisposition('attachment', name)).toBe(expected);
  });

  it('says inline when the page is to be shown', () => {
    expect(contentDisposition('inline', 'logo.png')).toBe(
      `inline; filename="logo.png"; filename*=UTF-8''logo.png`,
    );
  });

  it('is always one header of printable ASCII, and gives the name back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const header = contentDisposition('attachment', name);
        expect(header).toMatch(/^[ -~]*$/);
        expect(fileNameOf(header)).toBe(safeFileName(name));
      }),
    );
  });
});

describe('names of uploaded files', () => {
  it.each([
    ['attachment; filename="a b.txt"', 'a b.txt'],
    ['attachment; filename=plain.txt', 'plain.txt'],
    [`attachment; filename="x.txt"; filename*=UTF-8''M%C3%B6we.txt`, 'Möwe.txt'],
    [`attachment; filename*=UTF-8''%ff; filename=x.txt`, '%ff'],
    [`attachment; filename*=latin1''x; filename="good.txt"`, 'good.txt'],
    ['attachment; filename="C:\\\\secret\\\\a.txt"', 'a.txt'],
    ['attachment; filename="../../x"', 'x'],
    ['attachment; filename=".."', ''],
    ['attachment', ''],
  ])('in %s is %s', (header, expected) => {
    expect(fileNameOf(header)).toBe(expected);
  });

  it('is read from X-Filename as it is or percent encoded', () => {
    expect(fileNameOfHeader('M%C3%B6we.txt')).toBe('Möwe.txt');
    expect(fileNameOfHeader('100%.txt')).toBe('100%.txt');
    expect(fileNameOfHeader(Buffer.from('Möwe.txt', 'utf8').toString('latin1'))).toBe('Möwe.txt');
  });

  it('loses paths, control characters and marks that reorder', () => {
    expect(safeFileName('/a/b/c.txt')).toBe('c.txt');
    expect(safeFileName('a\u202etxt.exe\u0000')).toBe('atxt.exe');
    expect(safeFileName(' x\n')).toBe('x');
    expect(safeFileName('é'.repeat(400))).toHaveLength(255);
  });
});
