import type { ShareRole } from '@cairn/kernel';

/** Who is what in a made-up Cairn, the same for each size: people of organizations, their teams and projects, assets in those. */
export interface AccessWorld {
  readonly people: readonly { readonly id: string; readonly organization: string }[];
  readonly teams: readonly {
    readonly id: string;
    readonly organization: string;
    readonly members: readonly string[];
  }[];
  readonly projects: readonly {
    readonly id: string;
    readonly organization: string;
    readonly team: string;
    readonly viewers: readonly string[];
  }[];
  readonly assets: readonly WorldAsset[];
  readonly asked: readonly { readonly person: string; readonly asset: WorldAsset; readonly action: Action }[];
}

type Action = 'read' | 'write';
type Visible = 'private' | 'project' | 'org' | 'public';

export interface WorldAsset {
  readonly id: string;
  readonly owner: string;
  readonly organization: string;
  readonly project: string;
  readonly visibility: Visible;
  readonly shares: readonly { readonly person: string; readonly role: ShareRole }[];
}

const PEOPLE = 50;
const TEAMS = 5;
const PROJECTS = 10;
const ASSETS = 100;
const ASKED = 2_000;
const SHARES: readonly ShareRole[] = ['share_viewer', 'share_editor'];
const VISIBILITIES: readonly Visible[] = ['private', 'project', 'project', 'project', 'org', 'public'];

/** Numbers that look random and are the same in every run. */
const numbers = (seed: number): ((below: number) => number) => {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

/** `scale` times as many organizations, people, assets and grants. Of those that are asked, two thirds are of one organization. */
export const accessWorld = (scale: number): AccessWorld => {
  const below = numbers(7);
  const named = (kind: string, count: number): readonly string[] =>
    Array.from({ length: count }, (_, number) => `${kind}-${number}`);
  const some = <Value>(from: readonly Value[], count: number): readonly Value[] => [
    ...new Set(Array.from({ length: count }, () => from[below(from.length)]!)),
  ];
  const organizations = named('organization', scale);
  const people = organizations.flatMap((organization) =>
    named(`${organization}-person`, PEOPLE).map((id) => ({ id, organization })),
  );
  const peopleOf = (organization: string): readonly string[] => {
    const at = Number(organization.slice(organization.indexOf('-') + 1)) * PEOPLE;
    return people.slice(at, at + PEOPLE).map(({ id }) => id);
  };
  const teams = organizations.flatMap((organization) =>
    named(`${organization}-team`, TEAMS).map((id) => ({
      id,
      organization,
      members: some(peopleOf(organization), 12),
    })),
  );
  const projects = organizations.flatMap((organization, at) =>
    named(`${organization}-project`, PROJECTS).map((id, number) => ({
      id,
      organization,
      team: teams[at * TEAMS + (number % TEAMS)]!.id,
      viewers: some(peopleOf(organization), 8),
    })),
  );
  const assetIn = ({ id: project, organization }: (typeof projects)[number], id: string): WorldAsset => ({
    id,
    owner: some(peopleOf(organization), 1)[0]!,
    organization,
    project,
    visibility: VISIBILITIES[below(VISIBILITIES.length)]!,
    shares: some(people, below(2)).map(({ id: person }) => ({ person, role: SHARES[below(2)]! })),
  });
  const assets = projects.flatMap((project) =>
    named(`${project.id}-asset`, ASSETS / PROJECTS).map((id) => assetIn(project, id)),
  );
  const asked = Array.from({ length: ASKED }, () => {
    const asset = assets[below(assets.length)]!;
    const near = below(3) > 0 ? peopleOf(asset.organization) : people.map(({ id }) => id).slice(0, 1_000);
    const action: Action = below(2) === 0 ? 'read' : 'write';
    return { person: near[below(near.length)]!, asset, action };
  });
  return { people, teams, projects, assets, asked };
};
