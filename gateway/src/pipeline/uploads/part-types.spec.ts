import { cpuTime } from '@cairn/kernel/testkit';
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

it('S11: a head takes as long as it is long, whatever stands in it', () => {
  const hostile = [
    head(`a${' '.repeat(15_000)}b`),
    head(`${' '.repeat(15_000)}\r`),
    `${'Content-Type:\t'.repeat(1_000)}${'\t '.repeat(4_000)}x`,
    `Content-Disposition: ${'; '.repeat(7_000)}x\r\nContent-Type: text/plain`,
  ];
  const types = new PartTypes('bound');
  types.see(
    Buffer.from(
      hostile
        .map((each) => `--bound\r\n${each}\r\n\r\nx\r\n`)
        .join('')
        .repeat(5),
    ),
  );
  const tookMs = cpuTime();
  types.next('nothing/of-this');
  // Twenty heads: some seconds where time grows with the square of the length, a millisecond where it does not.
  expect(tookMs()).toBeLessThan(500);
});

it.each([1, 2, 3, 7, 50, 1000])('types are found in pieces of %i bytes', (size) => {
  const types = new PartTypes('bound');
  for (let at = 0; at < form.length; at += size) types.see(Buffer.from(form.slice(at, at + size)));
  expect([types.next('text/csv'), types.next('text/csv'), types.next('text/csv')]).toEqual([
    'text/csv; charset=latin1',
    'text/csv; charset=utf-16',
    'text/csv',
  ]);
});
