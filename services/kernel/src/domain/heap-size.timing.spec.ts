import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

describe('what data take in the heap', () => {
  it('is told within a factor of two, whatever their shape', async () => {
    const child = fork(join(__dirname, '../testkit/heap-sizes-process.ts'), [], {
      execArgv: ['--conditions=source', '--import', 'tsx'],
    });
    const told: [string, number][] = [];
    child.on('message', (one: [string, number]) => void told.push(one));
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(told.map(([shape]) => shape)).toEqual([
      'few fields',
      'objects by id',
      'a long text',
      'coordinates',
      'words',
    ]);
    expect(told.filter(([, ratio]) => !(ratio > 0.5 && ratio < 2))).toEqual([]);
  });
});
