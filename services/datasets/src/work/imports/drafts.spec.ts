import { cpuTime } from '@cairn/kernel/testkit';
import { fileNameOf } from './drafts.js';

const nameIn = (file_name: string): string =>
  fileNameOf({ kind: 'item', where: { file: 'a.jsonl' }, file_name, labels: [], annotations: [] });

describe('the file name of a record', () => {
  it.each([
    ['a.png', 'a.png'],
    ['images/a.png', 'a.png'],
    ['images\\2026\\a.png', 'a.png'],
    ['images/', ''],
    ['', ''],
  ])('in %j is %j', (path, name) => {
    expect(nameIn(path)).toBe(name);
  });

  it('takes as long as the path is, however it is written', () => {
    const tookMs = cpuTime();
    expect(nameIn(`${'a'.repeat(150_000)}/`)).toBe('');
    expect(tookMs()).toBeLessThan(1000);
  });
});
