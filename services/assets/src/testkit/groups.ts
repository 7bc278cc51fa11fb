import { freshId, type Grant, type Group, type Principal, type Rights, tokens } from '@cairn/kernel';

/** What people hold in one group, as what. */
const ROLES = {
  org_member: ['*:read', '*:execute', '*:create'],
  org_admin: ['*:*'],
  project_editor: ['*:read', '*:write', '*:create'],
  project_sharer: ['*:read', '*:write', '*:delete', '*:share'],
  project_viewer: ['*:read'],
} as const;
type Role = keyof typeof ROLES;
type Member = readonly [Pick<Principal, 'userId'>, Role];

/** Organizations and projects, and who is in them: what identity would tell. */
export class KnownGroups implements Rights {
  readonly #members = new Map<string, Map<string, Role>>();
  readonly #projects = new Map<string, string>();
  /** Who owns something, maybe, where they are no more. */
  readonly #left = new Set<string>();
  readonly #closed: Group[] = [];
  readonly #deleted = new Set<string>();

  /** An organization with these people. */
  organization(...members: readonly Member[]): string {
    const id = freshId();
    this.#members.set(id, new Map(members.map(([{ userId }, role]) => [userId, role])));
    return id;
  }

  project(organization: string, ...members: readonly Member[]): string {
    const id = this.organization(...members);
    this.#projects.set(id, organization);
    return id;
  }

  leave(group: string, userId: string): void {
    this.#members.get(group)?.delete(userId);
    this.#left.add(userId);
  }

  /** Nobody holds anything in it any more. */
  disable(group: Group): void {
    this.#closed.push(group);
  }
  /** The same, and what was in it is its owner's again. */
  delete(group: Group): void {
    this.disable(group);
    this.#deleted.add(group.id);
  }

  /** Whether two people have an organization in common. */
  areColleagues(one: string, other: string): boolean {
    return [...this.#members.values()].some((members) => members.has(one) && members.has(other));
  }

  async standing(
    userId: string,
    { userId: owner, organizationId, projectId }: Parameters<Rights['standing']>[1],
  ) {
    const groups: readonly Group[] = [
      ...(organizationId === undefined ? [] : [{ kind: 'organization', id: organizationId } as const]),
      ...(projectId === undefined ? [] : [{ kind: 'project', id: projectId } as const]),
    ];
    const ownerCounts =
      organizationId === undefined ||
      this.#deleted.has(organizationId) ||
      (this.#roleIn(organizationId, owner) !== undefined && !this.#isClosed(organizationId));
    const grants = groups.flatMap((group) => this.#grants(userId, group));
    return { grants, ownerCounts };
  }

  async inGroup(userId: string, group: Group): Promise<readonly Grant[]> {
    return this.#grants(userId, group);
  }

  async reach(userId: string) {
    const groups = [...this.#members].filter(([, members]) => members.has(userId)).map(([id]) => id);
    const all = groups.flatMap((id) =>
      this.#projects.has(id) ? [tokens.project(id)] : [tokens.organization(id), ...this.#within(id, userId)],
    );
    const administers = groups.some((id) => this.#within(id, userId).length > 0);
    return {
      tokens: [tokens.everybody, tokens.user(userId), ...all],
      toBeDecided: this.#left.has(userId) || administers,
    };
  }

  async organizationOf(projectId: string): Promise<string | undefined> {
    return this.#projects.get(projectId);
  }

  async surroundings({ organizationId = '', projectId }: Parameters<Rights['surroundings']>[0]) {
    const closed = this.#closed.filter(({ id }) => id === organizationId || id === projectId);
    if (this.#isClosed(organizationId)) return { groups: [], administrators: [], closed };
    const administrators = [...(this.#members.get(organizationId) ?? [])]
      .filter(([, role]) => role === 'org_admin')
      .map(([id]) => id);
    const isOpen = projectId !== undefined && !this.#isClosed(projectId);
    return { groups: isOpen ? [{ kind: 'project', id: projectId } as const] : [], administrators, closed };
  }

  async isActive(): Promise<boolean> {
    return true;
  }

  async key(): Promise<undefined> {
    return undefined;
  }

  asOf(): Rights {
    return this;
  }

  /** Everybody in a group, for lists of who sees something. */
  membersOf(groups: readonly Group[]): readonly string[] {
    return groups.flatMap(({ id }) => [...(this.#members.get(id)?.keys() ?? [])]);
  }

  #roleIn(group: string, userId: string): Role | undefined {
    return this.#members.get(group)?.get(userId);
  }
  #isClosed(group: string | undefined): boolean {
    return this.#closed.some(({ id }) => id === group);
  }

  #within(organization: string, userId: string): readonly string[] {
    return this.#roleIn(organization, userId) === 'org_admin' ? [tokens.within(organization)] : [];
  }

  /** What somebody holds in a group; who administers an organization holds it in its projects too. */
  #grants(userId: string, group: Group): readonly Grant[] {
    const organization = this.#projects.get(group.id);
    if (this.#isClosed(group.id) || this.#isClosed(organization)) return [];
    const own = grantOf(group, group, this.#roleIn(group.id, userId));
    const administers = organization !== undefined && this.#roleIn(organization, userId) === 'org_admin';
    return administers
      ? [...own, ...grantOf(group, { kind: 'organization', id: organization }, 'org_admin')]
      : own;
  }
}

const grantOf = (group: Group, through: Group, role: Role | undefined): readonly Grant[] =>
  role === undefined ? [] : [{ group, through, role: { id: role, slug: role }, permissions: ROLES[role] }];
