import { dataset, type DomainEvent } from '@cairn/contracts';
import { applyChanges, type Document } from '@cairn/kernel';
import { projectAccessChanges } from './access-changes.js';

const { events } = dataset;
const ADA = '018f4d1a-0000-7000-8000-000000000009';
const SHARE = '018f4d1a-0000-7000-8000-000000000041';
const project = projectAccessChanges(events, 'changes');
const END = '2026-03-01T00:00:00.000Z';

/** The rows after events, one a day. */
const after = (...told: readonly DomainEvent[]): readonly Document[] => {
  const documents = new Map<string, Map<string, Document>>();
  told.forEach((event, index) => {
    applyChanges(
      documents,
      project(event, {
        id: 'asset',
        stream: 'dataset-asset',
        revision: BigInt(index),
        position: '',
        at: `2026-02-0${index + 1}T00:00:00.000Z`,
        actor: { kind: 'user', id: ADA },
        eventId: `event${index}`,
        hash: '',
        command: '',
        commandName: '',
        correlation: '',
        organization: 'o',
      }),
    );
  });
  return [...(documents.get('changes')?.values() ?? [])];
};
const kinds = (...told: readonly DomainEvent[]) =>
  after(...told).map(({ kind, created_at, organization_id }) => [kind, created_at, organization_id]);

const shared = (expires_at?: string, pending = false) =>
  events.shared.of({
    share_id: SHARE,
    user_id: 'grace',
    role: 'share_viewer',
    ...(expires_at === undefined ? {} : { expires_at }),
    request_user_id: ADA,
    pending,
    without_invite: true,
    readers: [],
  });
const previous = (expires_at: string | null, pending = false) => ({
  previous: { user_id: 'grace', role: 'share_viewer' as const, expires_at, pending },
});

describe('what an access review tells of an asset', () => {
  it('that a share ended by itself stands at its end, without anything having happened then', () =>
    expect(kinds(shared(END))).toEqual([
      ['share_granted', '2026-02-01T00:00:00.000Z', 'o'],
      ['share_expired', END, 'o'],
    ]));
  it('a share that was taken back before its end did not end by itself', () =>
    expect(
      kinds(shared(END), events.shareRemoved.of({ share_id: SHARE, ...previous(END), readers: [] })),
    ).toEqual([
      ['share_granted', '2026-02-01T00:00:00.000Z', 'o'],
      ['share_revoked', '2026-02-02T00:00:00.000Z', 'o'],
    ]));
  it('a share that was over when it was taken away ended at its end', () =>
    expect(
      kinds(
        shared('2026-02-01T12:00:00.000Z'),
        events.shareRemoved.of({ share_id: SHARE, ...previous('2026-02-01T12:00:00.000Z'), readers: [] }),
      ),
    ).toEqual([
      ['share_granted', '2026-02-01T00:00:00.000Z', 'o'],
      ['share_expired', '2026-02-01T12:00:00.000Z', 'o'],
    ]));
  it('another end takes the place of the one before, no end takes it away', () => {
    const later = events.shareUpdated.of({
      share_id: SHARE,
      expires_at: '2026-04-01T00:00:00.000Z',
      ...previous(END),
      readers: [],
    });
    expect(kinds(shared(END), later).map(([kind, at]) => [kind, at])).toEqual([
      ['share_granted', '2026-02-01T00:00:00.000Z'],
      ['share_expired', '2026-04-01T00:00:00.000Z'],
    ]);
    const endless = events.shareUpdated.of({
      share_id: SHARE,
      expires_at: null,
      ...previous(END),
      readers: [],
    });
    expect(kinds(shared(END), endless).map(([kind]) => kind)).toEqual(['share_granted']);
  });
  it('one that was over and gets another end is granted again: that it was over stays told', () => {
    const over = '2026-02-01T12:00:00.000Z';
    const renewed = events.shareUpdated.of({
      share_id: SHARE,
      role: 'share_editor',
      expires_at: END,
      ...previous(over),
      readers: [],
    });
    expect(
      after(shared(over), renewed).map(({ kind, created_at, after }) => [kind, created_at, after]),
    ).toEqual([
      ['share_granted', '2026-02-01T00:00:00.000Z', 'share_viewer'],
      ['share_expired', over, undefined],
      ['share_granted', '2026-02-02T00:00:00.000Z', 'share_editor'],
      ['share_expired', END, undefined],
    ]);
    expect(
      kinds(
        shared(over),
        events.shareUpdated.of({ share_id: SHARE, role: 'share_editor', ...previous(over), readers: [] }),
      ),
    ).toHaveLength(2);
  });
  it('what waits gives nothing until it is accepted', () =>
    expect(
      kinds(
        shared(END, true),
        events.shareAccepted.of({ share_id: SHARE, user_id: 'grace', ...previous(END, true), readers: [] }),
      ).map(([kind]) => kind),
    ).toEqual(['share_offered', 'share_granted', 'share_expired']));
  it('who comes from another organization has left that one: it stands in both reviews', () => {
    const place = { project_id: null, public: false, visibility: 'org' as const };
    const moved = events.transferred.of({
      ...{ user_id: 'grace', organization_id: 'o', ...place },
      previous: { user_id: ADA, organization_id: 'x', ...place },
      readers: [],
    });
    expect(kinds(moved).map(([kind, , organization]) => [kind, organization])).toEqual([
      ['asset_left', 'x'],
      ['asset_arrived', 'o'],
      ['owner_changed', 'x'],
      ['owner_changed', 'o'],
    ]);
  });
  it('another project of the organization shows it to others, be it by a change or a transfer', () => {
    const changed = (changes: object) =>
      events.updated.of({
        changes,
        previous: { organization_id: 'o', project_id: 'p', visibility: 'project' },
        readers: [],
      });
    const told = (event: DomainEvent) =>
      after(event).map(({ kind, before, after: now }) => [kind, before, now]);
    expect(told(changed({ project_id: 'q' }))).toEqual([['asset_moved', 'p', 'q']]);
    expect(told(changed({ project_id: null, visibility: 'org' }))).toEqual([
      ['asset_moved', 'p', undefined],
      ['visibility_changed', 'project', 'org'],
    ]);
    expect(told(changed({ visibility: 'private' }))).toEqual([['visibility_changed', 'project', 'private']]);
    const place = { user_id: ADA, organization_id: 'o', public: false, visibility: 'project' as const };
    const moved = { ...place, project_id: 'q', previous: { ...place, project_id: 'p' }, readers: [] };
    expect(told(events.transferred.of(moved))).toEqual([['asset_moved', 'p', 'q']]);
  });
  it('what is deleted is nobody’s to see until it is restored', () =>
    expect(kinds(events.deleted.of({ purge_at: END }), events.restored.of({})).map(([kind]) => kind)).toEqual(
      ['asset_deleted', 'asset_restored'],
    ));
  it('a name changes nothing', () =>
    expect(kinds(events.updated.of({ changes: { name: 'x' } }))).toEqual([]));
});
