import { beginningAt, beginningOf } from './history-from.js';

const AT = '2026-02-01T00:00:00.000Z';
const LATER = '2026-02-01T00:00:00.001Z';

describe('where a body wants the visible history to begin', () => {
  it.each([
    ['now', 'now'],
    [null, null],
    [undefined, undefined],
    ['2026-01-15T13:00:00+01:00', '2026-01-15T12:00:00.000Z'],
    [AT, AT],
    ['1969-12-31T00:00:00Z', '1970-01-01T00:00:00.000Z'],
  ])('%j is %j', (wanted, told) => expect(beginningOf(wanted, AT)).toBe(told));

  it.each([
    [LATER, 'in_future'],
    ['9999-12-31T23:00:00-05:00', 'in_future'],
    ['2016-12-31T23:59:60Z', 'invalid_body'],
  ])('%s is refused: %s', (wanted, refused) => expect(beginningOf(wanted, AT)).toMatchObject({ refused }));

  it('is the time of the event where it says now', () => {
    expect([beginningAt('now', LATER), beginningAt(AT, LATER), beginningAt(null, LATER)]).toEqual([
      LATER,
      AT,
      null,
    ]);
  });
});
