import { neutralised, restored, textCell } from './index.js';

describe('what a spreadsheet would run', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ["'=1", "''=1"],
    ['-5 degrees', "'-5 degrees"],
    ["'-5", "''-5"],
    ['@SUM', "'@SUM"],
    ['\tx', "'\tx"],
    ["'quoted", "'quoted"],
    ['a=b', 'a=b'],
    ['-5', '-5'],
    ['+49', "'+49"],
    ['-73.98', '-73.98'],
    ['-1e-7', '-1e-7'],
    ['--1', "'--1"],
  ])('is written: %j as %j', (cell, expected) => {
    expect(neutralised(cell)).toBe(expected);
    expect(restored(expected)).toBe(cell);
  });

  it('is written in quotes where its text needs them', () => {
    expect(textCell('=1,"a"')).toBe(`"'=1,""a"""`);
    expect([textCell(undefined), textCell(' a'), textCell('a b')]).toEqual(['', '" a"', 'a b']);
  });
});
