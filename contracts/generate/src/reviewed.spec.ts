import { reviewedIn, unreviewed } from './reviewed.js';

describe('breaks that were looked at', () => {
  const committed = (text?: string) => () => text;

  it('are passed over, whatever commit they are held against, and no others', () => {
    const reviewed = reviewedIn(committed('# names\nschemas/a.json: its event is gone\n'), []);
    const gone = 'since 1a2b3c: schemas/a.json: its event is gone';
    const other = 'since 1a2b3c: schemas/b.json: its event is gone';
    expect(unreviewed([gone, other], reviewed)).toEqual([other]);
    expect(unreviewed([gone], reviewedIn(committed(), []))).toEqual([gone]);
  });

  it('are none any more once there is a release', () => {
    expect(() => reviewedIn(committed('schemas/a.json: x\n'), ['v1.0.0'])).toThrow(/v1\.0\.0.*delete it/);
    expect(reviewedIn(committed(), ['v1.0.0'])).toEqual(new Set());
  });
});
