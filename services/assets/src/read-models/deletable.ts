import type { DeletableAssets, InGroup } from '@cairn/contracts';
import { decideAccess, type QueryContext } from '@cairn/kernel';
import { standingCaller } from '../access/caller.js';
import { accessible, type AssetName, placeOf } from '../domain/access.js';
import type { AssetDocument } from './document.js';

const PAGE = 200;
const FIELDS = { organization: 'organization_id', project: 'project_id' } as const;

/** A page of the assets in a group that are there, by whether the caller may delete them. */
export const deletableIn =
  ({ resource, collection }: AssetName & { readonly collection: string }) =>
  async (context: QueryContext, { group, after }: InGroup): Promise<DeletableAssets> => {
    const found = (await context.today.find(collection, {
      filter: { fields: { [FIELDS[group.kind]]: group.id, deleted: false } },
      sort: 'created_at',
      limit: PAGE,
      ...(after === undefined ? {} : { after }),
    })) as readonly AssetDocument[];
    const may = await Promise.all(
      found.map(async (document) => {
        const caller = await standingCaller(context.rights, context, placeOf(document));
        return decideAccess(caller, accessible(document), `${resource}:delete`, context.at).allowed;
      }),
    );
    const ids = found.filter((_, index) => may[index]).map(({ id }) => id);
    const last = found.length < PAGE ? undefined : found.at(-1);
    return {
      ids,
      kept: found.length - ids.length,
      ...(last === undefined ? {} : { next: { value: last.created_at, id: last.id } }),
    };
  };
