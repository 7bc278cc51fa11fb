import { randomUUID } from 'node:crypto';
import { allOperations, assets, type Operation } from '@cairn/contracts';
import { picture } from './files.js';
import type { Person } from './people.js';
import type { Placed } from './placed.js';

export type Asset = (typeof assets)[number];

/** An asset, a share of it that waits, and a version that is not the active one. */
export interface MadeAsset {
  readonly id: string;
  readonly share: string;
  readonly version: string;
}

/** Kinds that have something of their own in a world, in files of their own. */
const OWN = new Set(['dataset', 'model', 'workflow', 'graph']);
/** All others: of them a world has what the contract says of every kind. */
export const plainKinds: readonly Asset[] = assets.filter(({ called }) => !OWN.has(called));

/** The kind, of those without anything of their own, that a path is about. */
export const plainKindOf = ({ path }: Pick<Operation, 'path'>): Asset | undefined =>
  plainKinds.find(({ area }) => path === `/api/v1/${area}` || path.startsWith(`/api/v1/${area}/`));

const PARTS: Readonly<Record<string, keyof MadeAsset>> = {
  id: 'id',
  share_id: 'share',
  version_id: 'version',
};
/** What a parameter of a path of such a kind stands for, `undefined` when it is not an id. */
export const plainPartOf = (name: string): keyof MadeAsset | undefined => PARTS[name];

/** The operation of the contract that is called so. */
export const operationCalled = (id: string): Operation => {
  const found = allOperations.find((operation) => operation.id === id);
  if (found === undefined) throw new Error(`there is no operation ${id}`);
  return found;
};

/** Makes one with a logo. */
export const makePlain = async ({ client }: Person, asset: Asset, placed: Placed): Promise<MadeAsset> => {
  const asked = async ({ id: called, method, path }: Operation, more: object): Promise<string> => {
    const response = await client.send({ method, path, ...more });
    if (!response.ok) throw new Error(`${called}: ${response.status} ${await response.text()}`);
    return ((await response.json()) as { readonly id: string }).id;
  };
  const { create, setLogo, createShare } = asset.operations;
  const id = await asked(create, { body: { name: 'World', ...placed } });
  const params = { id };
  await asked(setLogo, { params, file: { name: 'logo.png', content: picture() } });
  const invited = { email: `asked-${randomUUID()}@example.org`, without_invite: true };
  const share = await asked(createShare, { params, body: invited });
  const version = await asked(operationCalled(`create${asset.noun}Version`), { params, body: {} });
  return { id, share, version };
};

/** One of each of those kinds, by what they are called. */
export const makePlains = async (person: Person, placed: Placed) =>
  Object.fromEntries(
    await Promise.all(
      plainKinds.map(async (asset) => [asset.called, await makePlain(person, asset, placed)] as const),
    ),
  );
