import type { Visibility } from '@cairn/contracts';
import { anonymous, type Principal } from '@cairn/kernel';
import { type AssetsUnderTest, outcome } from './under-test.js';

type Under = () => AssetsUnderTest;

const READERS: readonly (readonly [Visibility, readonly string[]])[] = [
  ['private', ['ada']],
  ['project', ['ada', 'grace', 'root']],
  ['team', ['ada', 'grace', 'root']],
  ['org', ['ada', 'grace', 'root', 'ned']],
  ['public', ['ada', 'grace', 'root', 'ned', 'eve']],
];

const everybody = ({
  ada,
  grace,
  root,
  ned,
  eve,
}: AssetsUnderTest): readonly (readonly [string, Principal])[] =>
  Object.entries({ ada, grace, root, ned, eve });

/** Who finds one, by itself and in lists. */
const finders = async (under: AssetsUnderTest, id: string) => {
  const [read, listed]: [string[], string[]] = [[], []];
  for (const [name, principal] of everybody(under)) {
    if ((await under.read(id, { principal })) !== undefined) read.push(name);
    if ((await under.listed({}, { principal })).includes(id)) listed.push(name);
  }
  return { read, listed };
};

/** Who sees one by its visibility. */
export const visibilityCases = (under: Under): void => {
  it.each(READERS)(
    '%s: it is read and listed by %j, and changed by none of the others',
    async (visibility, names) => {
      const { acme, project } = under();
      const id = await under().made({ organization_id: acme, project_id: project });
      expect(await finders(under(), id)).toEqual({ read: ['ada'], listed: ['ada'] });
      expect(outcome(await under().update(id, { visibility }))).toBe('done');
      expect(await finders(under(), id)).toEqual({ read: names, listed: names });
      for (const [name, principal] of everybody(under()).filter(([one]) => one !== 'ada' && one !== 'root')) {
        const reply = await under().update(id, { name: 'theirs' }, { principal });
        expect([name, outcome(reply)]).toEqual([name, names.includes(name) ? 'forbidden' : 'not_found']);
      }
      expect(outcome(await under().update(id, { visibility: 'private' }))).toBe('done');
      expect(await finders(under(), id)).toEqual({ read: ['ada'], listed: ['ada'] });
    },
  );

  it('is public when its visibility is, and no more when that is another', async () => {
    const id = await under().made({ public: true });
    const seen = async (body: object) => {
      expect(outcome(await under().update(id, body))).toBe('done');
      const { public: isPublic, visibility } = (await under().read(id))!;
      const others = (await under().read(id, { principal: under().eve })) !== undefined;
      return [isPublic, visibility, others];
    };
    expect(await seen({})).toEqual([true, 'public', true]);
    expect(await seen({ visibility: 'private' })).toEqual([false, 'private', false]);
    expect(await seen({ visibility: 'public' })).toEqual([true, 'public', true]);
    expect(await seen({ public: false })).toEqual([false, 'private', false]);
    expect(await seen({ public: true, visibility: 'public' })).toEqual([true, 'public', true]);
  });

  it('is nothing to who has not signed in, nor to a key that is for something else', async () => {
    const id = await under().made({ public: true });
    const key: Principal = { ...under().ada, kind: 'key', scopes: ['me:*'] };
    const write = { principal: { ...key, scopes: [`${under().contract.resource}:write`] } };
    for (const principal of [anonymous, key, write.principal]) {
      expect(await under().read(id, { principal })).toBeUndefined();
      expect(await under().history(id, { principal })).toBeUndefined();
    }
    expect(outcome(await under().update(id, { name: 'x' }, { principal: anonymous }))).toBe('not_found');
    expect(outcome(await under().update(id, { name: 'x' }, { principal: key }))).toBe('scope_missing');
    expect(outcome(await under().create({ name: 'x' }, { principal: anonymous }))).toBe('scope_missing');
  });

  it('is not public and something else', async () => {
    const id = await under().made();
    for (const body of [
      { public: true, visibility: 'private' },
      { public: false, visibility: 'public' },
    ]) {
      expect(outcome(await under().update(id, body))).toBe('visibility_contradiction');
      expect(outcome(await under().create({ name: 'x', ...body }))).toBe('visibility_contradiction');
    }
    expect(await under().deeds(id)).toEqual(['created']);
  });

  it.each(['org', 'team', 'project'])('is not %s where it is in none', async (visibility) => {
    const id = await under().made();
    expect(outcome(await under().update(id, { visibility }))).toBe('visibility_without_scope');
    expect(outcome(await under().create({ name: 'x', visibility }))).toBe('visibility_without_scope');
    expect(outcome(await under().update(id, { visibility, organization_id: under().acme }))).toBe(
      visibility === 'org' ? 'done' : 'visibility_without_scope',
    );
  });

  it('is not taken out of what its visibility names', async () => {
    const { acme, project } = under();
    const id = await under().made({ organization_id: acme, project_id: project, visibility: 'project' });
    expect(outcome(await under().update(id, { project_id: null }))).toBe('visibility_without_scope');
    expect(outcome(await under().update(id, { project_id: null, visibility: 'org' }))).toBe('done');
  });
};

/** The groups that it is put into. */
export const groupCases = (under: Under): void => {
  it('is put where its maker may make, a project with its organization, and out again', async () => {
    const { acme, project } = under();
    const id = await under().made({ project_id: project });
    expect(await under().read(id)).toMatchObject({
      organization_id: acme,
      project_id: project,
      visibility: 'private',
    });
    expect(outcome(await under().update(id, { organization_id: '', project_id: null }))).toBe('done');
    expect(Object.keys((await under().read(id))!)).not.toContain('organization_id');
    expect(outcome(await under().update(id, { organization_id: acme }))).toBe('done');
    expect(await under().state(id)).toMatchObject({ organization_id: acme, project_id: null });
  });

  it('is not put where its maker is not, nor where the maker makes nothing', async () => {
    const { acme, project, ada, grace, eve, groups } = under();
    const elsewhere = groups.organization([eve, 'org_member']);
    const theirs = groups.project(elsewhere, [eve, 'project_editor']);
    const made = async (body: object, principal = ada) => {
      const id = await under().made({}, { principal });
      const codes = [
        outcome(await under().create({ name: 'x', ...body }, { principal })),
        outcome(await under().update(id, body, { principal })),
      ];
      expect(await under().deeds(id)).toEqual(['created']);
      return codes;
    };
    expect(await made({ organization_id: elsewhere })).toEqual(['group_unavailable', 'group_unavailable']);
    expect(await made({ project_id: theirs })).toEqual(['group_unavailable', 'group_unavailable']);
    expect(await made({ organization_id: elsewhere, project_id: project })).toEqual([
      'project_elsewhere',
      'project_elsewhere',
    ]);
    expect(await made({ project_id: project }, grace)).toEqual(['forbidden', 'forbidden']);
    expect(await made({ organization_id: acme }, eve)).toEqual(['group_unavailable', 'group_unavailable']);
  });

  it('is in the organization of the key that makes it, and nothing else is there for that key', async () => {
    const { acme, groups, ada } = under();
    const key: Principal = { ...ada, kind: 'key', organizationId: acme };
    const elsewhere = groups.organization([ada, 'org_member']);
    const other = await under().made({ organization_id: elsewhere, visibility: 'org' });
    const [own, bound] = [await under().made(), await under().made({}, { principal: key })];
    expect(await under().state(bound)).toMatchObject({ organization_id: acme });
    expect(await under().read(own, { principal: key })).toBeUndefined();
    expect(await under().listed({}, { principal: key })).not.toContain(own);
    expect(await under().listed({ organization_id: elsewhere })).toEqual([other]);
    expect(await under().listed({ organization_id: elsewhere }, { principal: key })).toEqual([]);
    const nowhere = await under().made({ organization_id: null }, { principal: key });
    expect(await under().state(nowhere)).toMatchObject({ organization_id: acme });
    expect(await under().listed({}, { principal: key })).toContain(bound);
    expect(outcome(await under().update(own, { name: 'x' }, { principal: key }))).toBe('not_found');
  });

  it('is its administrators’ when its owner has left, and no more the owner’s', async () => {
    const { groups, root } = under();
    const [left, other] = [{ ...under().eve }, under().ned];
    const organization = groups.organization(
      [left, 'org_member'],
      [other, 'org_member'],
      [root, 'org_admin'],
    );
    const id = await under().made({ organization_id: organization }, { principal: left });
    expect(await under().read(id, { principal: root })).toBeUndefined();
    groups.leave(organization, left.userId);
    const readers = await Promise.all(
      [left, root, other].map((principal) => under().read(id, { principal })),
    );
    expect(readers.map((shown) => shown !== undefined)).toEqual([false, true, false]);
    expect(await under().listed({}, { principal: root })).toContain(id);
    expect(outcome(await under().update(id, { name: 'x' }, { principal: left }))).toBe('not_found');
    expect(outcome(await under().update(id, { name: 'x' }, { principal: root }))).toBe('done');
  });

  it('is found by who may delete it, group by group, and counted in its project for who sees it', async () => {
    const { groups, ada, root, eve, running, model } = under();
    const organization = groups.organization([ada, 'org_member'], [root, 'org_admin']);
    const project = groups.project(organization, [ada, 'project_editor']);
    const body = { project_id: project };
    const [hidden, shown] = [
      await under().made(body),
      await under().made({ ...body, visibility: 'project' }),
    ];
    const [gone] = [await under().made(body)];
    await under().remove(gone);
    const { deletable } = under().contract.queries;
    const group = { kind: 'project', id: project } as const;
    expect(await running.ask(ada, deletable, { group })).toEqual({ ids: [hidden, shown], kept: 0 });
    const all = { group: { kind: 'organization', id: organization } } as const;
    expect(await running.ask(root, deletable, all)).toEqual({ ids: [shown], kept: 1 });
    expect(await running.ask(eve, deletable, all)).toEqual({ ids: [], kept: 2 });
    const count = async (principal: Principal) =>
      (await model.parts.counted![0]!.inProjects(under().reading({ principal }), [project])).get(project) ??
      0;
    expect([await count(ada), await count(root), await count(eve)]).toEqual([2, 1, 0]);
  });
};
