import { importColumns } from './import-columns.js';

describe('what a query says of columns', () => {
  it.each([
    [
      'text:my_col,label:other',
      [
        ['text', 'my_col'],
        ['label', 'other'],
      ],
    ],
    [
      ' text : my col , attribute:a,attribute:b',
      [
        ['text', 'my col'],
        ['attribute', 'a'],
        ['attribute', 'b'],
      ],
    ],
    [
      'text:Comment, free text,label:a:b',
      [
        ['text', 'Comment, free text'],
        ['label', 'a:b'],
      ],
    ],
  ])('%s is read as pairs', (said, pairs) => {
    expect(importColumns(said)).toEqual(pairs.map(([target, column]) => ({ target, column })));
  });

  it.each([
    ['', ['nothing is no target']],
    ['txt:a,label:b,lable:c', ['`txt` is no target', '`lable` is no target']],
    ['constructor:a', ['`constructor` is no target']],
    ['my_col', ['`my_col` is no target']],
    ['text', ['`text` has no column']],
    ['text:', ['`text` has no column']],
    ['text:a,text:b', ['`text` stands twice']],
    ['text:a,label:a', ['the column a stands twice']],
  ])('%j is refused with what is wrong', (said, messages) => {
    expect(problemOf(said)).toMatchObject({
      code: 'columns_invalid',
      status: 422,
      more: {
        errors: messages.map((message) => ({
          parameter: 'columns',
          code: 'columns_invalid',
          message: expect.stringContaining(message),
        })),
      },
    });
  });

  const problemOf = (said: string): unknown => {
    try {
      return importColumns(said);
    } catch (error) {
      return error;
    }
  };
});
