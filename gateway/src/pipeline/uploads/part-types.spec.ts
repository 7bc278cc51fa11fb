import { PartTypes } from './part-types.js';

const head = (type: string): string =>
  `Content-Disposition: form-data; name="f"; filename="f"\r\nContent-Type: ${type}`;
const form = [
  '--bound',
  `\r\n${head('text/csv; charset=latin1')}\r\n\r\na\r\n--boun\r\n\r\n`,
  '\r\n--bound',
  `\r\n${head('text/csv; charset=utf-16')}\r\n\r\n`,
  '\r\n--bound--\r\n',
].join('');

it.each([1, 2, 3, 7, 50, 1000])('types are found in pieces of %i bytes', (size) => {
  const types = new PartTypes('bound');
  for (let at = 0; at < form.length; at += size) types.see(Buffer.from(form.slice(at, at + size)));
  expect([types.next('text/csv'), types.next('text/csv'), types.next('text/csv')]).toEqual([
    'text/csv; charset=latin1',
    'text/csv; charset=utf-16',
    'text/csv',
  ]);
});
