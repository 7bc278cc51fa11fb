import { membershipEvents } from '@cairn/contracts';
import { stateAfter } from '@cairn/kernel/testkit';
import { inShares, membership, membershipIn, membershipsOf } from './state.js';

const { MembershipGranted, MembershipEnded } = membershipEvents;
const granted = (group_id: string) =>
  MembershipGranted.of({
    ...{ user_id: 'ada', group_kind: 'project', group_id, organization_id: 'firm' },
    ...{ role_id: 'role', role_slug: 'slug' },
  });
const ids = Array.from({ length: 1_000 }, (_, number) => `project-${number}`);

describe('the memberships of a person', () => {
  const all = stateAfter(membership, ids.map(granted));

  it('are all there, each by its group, be they ever so many', () => {
    expect(membershipsOf(all)).toHaveLength(ids.length);
    for (const id of ids) expect(membershipIn(all, 'project', id)?.groupId).toBe(id);
    expect(membershipIn(all, 'team', 'project-1')).toBeUndefined();
    expect(membershipIn(all, 'project', 'elsewhere')).toBeUndefined();
  });

  it('stand in one share while they are few, and in small ones when they are many', () => {
    expect(stateAfter(membership, ids.slice(0, 64).map(granted)).held).toHaveLength(1);
    expect(Math.max(...all.held.map(({ length }) => length))).toBeLessThanOrEqual(64);
    expect(membershipsOf({ held: inShares(membershipsOf(all)), left: {} })).toHaveLength(ids.length);
  });

  it('end by themselves', () => {
    const { user_id, group_kind, group_id, organization_id } = granted('project-7').data;
    const ended = MembershipEnded.of({
      ...MembershipEnded.example,
      ...{ user_id, group_kind, group_id, organization_id },
    });
    const fewer = stateAfter(membership, [...ids.map(granted), ended]);
    expect(membershipIn(fewer, 'project', 'project-7')).toBeUndefined();
    expect(membershipsOf(fewer)).toHaveLength(ids.length - 1);
  });
});
