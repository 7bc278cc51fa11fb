import type { DomainEvent } from '@cairn/contracts';
import { maps } from '../testing/atlas.js';
import { mapUsage } from '../testing/charged-atlas.js';

describe('what goes on however much is stored', () => {
  const { updated, restored, deleted } = maps.kind.contract.events;
  const { goesOn } = mapUsage;

  it.each<readonly [string, DomainEvent]>([
    ['a deletion', deleted.of({ purge_at: '' })],
    ['who may see it', updated.of({ changes: { visibility: 'org', organization_id: '' }, readers: [] })],
    ['a purge in it, without a word of the kind', { type: 'DrawingPurged', data: {} }],
    ['what the kind says', { type: 'DrawingDeleted', data: {} }],
    ['what nobody is charged for', { type: 'DrawingLookedAt', data: {} }],
  ])('is %s', (_, event) => {
    expect(goesOn(event)).toBe(true);
  });

  it.each<readonly [string, DomainEvent]>([
    ['a restore', restored.of({})],
    ['a name, together with who sees it', updated.of({ changes: { name: '', public: true }, readers: [] })],
    ['a change that tells no readers', updated.of({ changes: { organization_id: '' } })],
    ['an event of the kind’s own', { type: 'MapSheetsSet', data: {} }],
    ['what is made in it', { type: 'DrawingMade', data: {} }],
  ])('is not %s', (_, event) => {
    expect(goesOn(event)).toBe(false);
  });
});
