import {
  type DomainEvent,
  type MembershipEvent,
  membershipEvents,
  organizationEvents,
  projectEvents,
  teamEvents,
  userEvents,
} from '@cairn/contracts';
import { type Aggregate, type Rights, streamOf } from '@cairn/kernel';
import { stateAfter } from '@cairn/kernel/testkit';
import { membership } from '../domain/membership/state.js';
import { organization } from '../domain/organization/state.js';
import { project } from '../domain/project/state.js';
import { team } from '../domain/team/state.js';
import { user } from '../domain/user/state.js';
import { rightsFrom } from '../rights/rights.js';

export const NOW = Date.parse('2026-03-01T12:00:00.000Z');
export const SOON = '2026-03-02T00:00:00.000Z';
export const BEFORE = '2026-02-01T00:00:00.000Z';
export const ADA = 'ada';
export const GRACE = 'grace';
export const FIRM = 'firm';
export const TEAM = 'team';
export const PROJECT = 'project';
export const ROLE = 'role';
const held = { reservation_id: 'r', claim_id: 'c' };
const said = { name: 'n', slug: 's', description: '', user_id: GRACE, held_slug: held };

/** Streams of nothing but what a test tells. */
export class Told {
  readonly #events = new Map<string, DomainEvent[]>();
  /** Streams that were asked for. */
  readonly asked: string[] = [];

  readonly streams = {
    current: async <State>(aggregate: Aggregate<State>, id: string) => {
      const stream = streamOf(aggregate, id);
      this.asked.push(stream);
      return { state: stateAfter(aggregate, this.#events.get(stream) ?? []) };
    },
  };

  readonly rights: Rights = rightsFrom(this.streams, { now: () => NOW });

  tell(aggregate: Aggregate<never, never>, id: string, ...events: readonly DomainEvent[]): this {
    const stream = streamOf(aggregate, id);
    this.#events.set(stream, [...(this.#events.get(stream) ?? []), ...events]);
    return this;
  }

  account(id: string, ...more: readonly DomainEvent[]): this {
    const { UserRegistered } = userEvents;
    return this.tell(user as never, id, UserRegistered.of({ ...UserRegistered.example, id }), ...more);
  }

  firm(administrators: readonly string[] = [GRACE], id = FIRM): this {
    const own = { settings: {}, plan: 'free' as const, disabled: false };
    return this.tell(
      organization as never,
      id,
      organizationEvents.OrganizationCreated.of({ ...said, ...own, id, administrators: [...administrators] }),
    );
  }

  team(id = TEAM, organization_id = FIRM): this {
    return this.tell(team as never, id, teamEvents.TeamCreated.of({ ...said, id, organization_id }));
  }

  project(more: { id?: string; team_id?: string | null; team_role_id?: string | null } = {}): this {
    const made = { id: PROJECT, organization_id: FIRM, disabled: false, team_id: null, team_role_id: null };
    const data = { ...said, ...made, ...more };
    return this.tell(project as never, data.id, projectEvents.ProjectCreated.of(data));
  }

  member(
    userId: string,
    kind: 'organization' | 'team' | 'project',
    roleId: string,
    more: Granted = {},
  ): this {
    const { MembershipGranted } = membershipEvents;
    const group_id = more.group_id ?? { organization: FIRM, team: TEAM, project: PROJECT }[kind];
    return this.tell(
      membership as never,
      userId,
      MembershipGranted.of({
        user_id: userId,
        group_kind: kind,
        organization_id: FIRM,
        role_id: roleId,
        role_slug: 'slug',
        ...more,
        group_id,
      }),
    );
  }
}
type Granted = Partial<Extract<MembershipEvent, { readonly type: 'MembershipGranted' }>['data']>;
