import { datasetJobCommands } from '@cairn/contracts';
import {
  type BeforeAndAfter,
  type Decision,
  hasChanged,
  isRefusal,
  serviceCommand,
  type ServiceTools,
  streamOf,
} from '@cairn/kernel';
import { checked, visibleItem } from '../../domain/item/changing.js';
import { eventsToReachItem } from '../../domain/item/difference.js';
import {
  type Imported,
  importedBy,
  importedIn,
  leftOf,
  takenOver,
  type ToldOfItem,
} from '../../domain/item/imported.js';
import { datasetItem, type ItemState } from '../../domain/item/state.js';
import type { Parents } from '../../domain/version/parents.js';
import { givenParents } from '../parents.js';

interface TakingContext {
  readonly parents: Parents;
  readonly imported: Imported;
}

const decideTakeImported = (
  state: ItemState,
  told: ToldOfItem,
  { parents, imported }: TakingContext,
): Decision => {
  const current = visibleItem(state, parents);
  if (isRefusal(current)) return current;
  const wanted = checked(current, takenOver(current, imported, told), parents);
  return isRefusal(wanted) ? wanted : eventsToReachItem(current, wanted);
};

const OF_IMPORTS = new Set<string>(Object.values(importedBy));

/** What imports said of an item so far: one import at a time goes into a version, so that it does not change meanwhile. */
export const readImported = async (
  { log, streams }: Pick<ServiceTools, 'log' | 'streams'>,
  id: string,
): Promise<Imported> => {
  const events = await log.read(streamOf(datasetItem, id), { withoutLarge: true });
  const steps: BeforeAndAfter<ItemState>[] = [];
  for (const { revision, metadata } of events) {
    if (!OF_IMPORTS.has(metadata.commandName)) continue;
    const before =
      revision === 0n ? datasetItem.initial : (await streams.at(datasetItem, id, revision - 1n)).state;
    steps.push({ before, after: (await streams.at(datasetItem, id, revision)).state });
  }
  return importedIn(steps);
};

/** An item takes over what a file says of it. The result says whether it changed, and what of the file it does not have. */
export const takeImported = serviceCommand(
  datasetJobCommands.takeImported,
  async ({ dataset_id, version_id, item_id, ...said }, context) => {
    const told = said as ToldOfItem;
    let left: readonly string[] = [];
    const executed = await context.execute(datasetItem, item_id, {
      given: async () => {
        const parents = await givenParents(context, { dataset_id, version_id }, 'write')();
        if (isRefusal(parents)) return parents;
        return { parents, imported: await readImported(context.tools, item_id) };
      },
      decide: (state, given) => {
        if (state.status === 'live')
          left = leftOf({ ...state, ...takenOver(state, given.imported, told) }, told);
        return decideTakeImported(state, told, given);
      },
    });
    return isRefusal(executed)
      ? executed
      : { ...executed, result: { changed: hasChanged(executed), left: [...left] } };
  },
);
