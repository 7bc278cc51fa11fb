import { AT } from '../../testing/examples.js';
import { reported } from './bulk-items.js';

describe('the report of a bulk', () => {
  it('counts what was done and lists what was not', () => {
    const done = { status: 'done', stream: 's', revision: 0n, position: AT, replayed: false } as const;
    const rows = [
      { kind: 'created', id: 'a' },
      { kind: 'updated', id: 'b' },
      { kind: 'updated', id: 'c' },
      { kind: 'deleted', id: 'd' },
    ] as const;
    const outcomes = [
      { ...done, appended: 1 },
      { ...done, appended: 0 },
      { ...done, appended: 0, replayed: true },
      { refused: 'not_found', detail: 'no' } as const,
    ];
    expect(reported(rows, outcomes)).toEqual({
      created: 1,
      updated: 1,
      deleted: 0,
      unchanged: 1,
      errors: [{ index: 3, code: 'not_found', message: 'no' }],
      ids: ['a'],
    });
  });
});
