import { datasetCommands, type FileRecord, type JsonObject } from '@cairn/contracts';
import {
  accountOfPrincipal,
  type Decision,
  type ImageSize,
  imageSizeOf,
  isRefusal,
  serviceCommand,
} from '@cairn/kernel';
import { givenParents } from '../parents.js';
import type { Parents } from '../../domain/version/parents.js';
import { visibleItem } from '../../domain/item/changing.js';
import { extensionOf } from '../../domain/item/file-name.js';
import { datasetItem, type ItemState } from '../../domain/item/state.js';
import { eventsToReachItem } from '../../domain/item/difference.js';

/** The size of an image that the item gets, and of the one that it had. */
export interface ImageSizes {
  readonly now: ImageSize | undefined;
  readonly before: ImageSize | undefined;
}

/**
 * The file with the size of its image, if it is one: what was read from the file before goes with it, what a caller set
 * stays. An item without a name takes that of its file.
 */
export const decideSetItemFile = (
  state: ItemState,
  file: FileRecord,
  sizes: ImageSizes,
  parents: Parents,
): Decision => {
  const current = visibleItem(state, parents);
  if (isRefusal(current)) return current;
  return eventsToReachItem(current, {
    file,
    extension: extensionOf(file.file_name),
    name: current.name === '' ? file.file_name : current.name,
    attributes: attributesWith(current.attributes, sizes),
  });
};

const attributesWith = (attributes: JsonObject | null, { now, before }: ImageSizes): JsonObject | null => {
  if (now === undefined && before === undefined) return attributes;
  const kept = Object.entries(attributes ?? {}).filter(
    ([key, value]) => before?.[key as keyof ImageSize] !== value,
  );
  const after = { ...Object.fromEntries(kept), ...now };
  return Object.keys(after).length === 0 ? null : after;
};

/** The bytes are among the blobs already; their header is read before the decision, for it never changes. */
export const setItemFile = serviceCommand(
  datasetCommands.uploadDatasetItem,
  async ({ dataset_id, version_id, id: item_id, file }, context) => {
    const { blobs } = context.tools;
    const asker = { account: accountOfPrincipal(context.principal) };
    const now = await imageSizeOf(blobs, file, asker);
    return context.executeAddressed(datasetItem, item_id, {
      given: async () => {
        const parents = await givenParents(context, { dataset_id, version_id }, 'write')();
        if (isRefusal(parents)) return parents;
        const item = await context.load(datasetItem, item_id);
        const former = item.status === 'none' ? null : item.file;
        const before = former === null ? undefined : await imageSizeOf(blobs, former, asker);
        return { parents, sizes: { now, before } };
      },
      decide: (state, { parents, sizes }) => decideSetItemFile(state, file, sizes, parents),
    });
  },
);
