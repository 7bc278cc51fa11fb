import { assets, type Operation } from '@cairn/contracts';
import type { Person } from './people.js';
import type { Asset } from './plain-assets.js';
import type { World } from './world.js';

export type { Asset };

/** Which of the world an asset of a kind is: the part that is called as the kind is. */
export const idIn = (world: Partial<World>, { called }: Asset): string => {
  const id: unknown = world.plain?.[called]?.id ?? new Map(Object.entries(world)).get(called);
  if (typeof id !== 'string') throw new Error(`the world has no ${called}`);
  return id;
};

/** The ids of its assets, one of each kind. */
export const assetIdsIn = (world: World): readonly string[] => assets.map((asset) => idIn(world, asset));

/** Asks for an operation of a kind of asset; throws where it is refused. */
export const askAsset = async (
  { client }: Pick<Person, 'client'>,
  { id: called, method, path }: Operation,
  id: string,
  body?: object,
): Promise<Response> => {
  const response = await client.send({ method, path, params: { id }, ...(body && { body }) });
  if (!response.ok) throw new Error(`${called}: ${response.status} ${await response.text()}`);
  return response;
};

/** Changes one of each kind. */
export const changeAssets = async (
  person: Pick<Person, 'client'>,
  world: Partial<World>,
  body: object,
): Promise<void> => {
  for (const asset of assets) await askAsset(person, asset.operations.update, idIn(world, asset), body);
};
