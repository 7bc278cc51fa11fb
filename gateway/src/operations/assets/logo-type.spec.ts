import { cpuTime } from '@cairn/kernel/testkit';
import { Readable } from 'node:stream';
import { logoTypeOf } from './logo-type.js';

const typeOf = (content: Buffer | string): Promise<string | undefined> =>
  logoTypeOf({ open: () => Promise.resolve(Readable.from([Buffer.from(content)])) }, 'a'.repeat(64));

describe('the type of a logo', () => {
  it.each([
    ['image/png', Buffer.from('89504e470d0a1a0a00', 'hex')],
    ['image/jpeg', Buffer.from('ffd8ffe0', 'hex')],
    ['image/gif', 'GIF89a…'],
    ['image/gif', 'GIF87a…'],
    ['image/webp', 'RIFF\0\0\0\0WEBPVP8 '],
    ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['image/svg+xml', '\ufeff<?xml version="1.0"?>\n<!-- a logo --><svg>'],
  ])('is %s by its first bytes', async (type, content) => {
    expect(await typeOf(content)).toBe(type);
  });
  it.each([
    '',
    'hello',
    '<html><svg>',
    '<!DOCTYPE svg [<!ENTITY a "b">]><svg>',
    'RIFF\0\0\0\0WAVE',
    '<svgx>',
    '<!-- -- --><svgx>',
    '<!---->'.repeat(146),
  ])('is none of them for %j', async (content) => {
    expect(await typeOf(content)).toBeUndefined();
  });
  it('is an image after a comment that holds the end of a tag', async () => {
    expect(await typeOf('<!--<svg>--><!-- -> - -- --><svg>')).toBe('image/svg+xml');
    expect(await typeOf('<!-- --> text --><svg>')).toBeUndefined();
  });
  it.each([
    '<!---->',
    '<!-- -- -->',
    '<!--',
    '<!---->-->',
    '<?xml?>',
    '<?xml',
    '<!DOCTYPE svg>',
    '<!DOCTYPE svg',
    '<!----> <?xml?>\n<!DOCTYPE svg>',
    ' ',
    '\n\t',
  ])('is told at once of a head that is full of %j', async (part) => {
    const tookMs = cpuTime();
    for (const end of ['', '>', '<svgx', '<!--'])
      expect(await typeOf(part.repeat(Math.ceil(1024 / part.length)) + end)).toBeUndefined();
    expect(tookMs()).toBeLessThan(500);
  });
});
