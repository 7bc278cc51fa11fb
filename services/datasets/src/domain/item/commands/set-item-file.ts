import { datasetCommands, type FileRecord } from '@cairn/contracts';
import { type Decision, isRefusal, serviceCommand } from '@cairn/kernel';
import { imageSizeOf, type ImageSize } from '../../../files/image-size.js';
import { givenParents, type Parents } from '../../parents.js';
import { visibleItem } from '../changing.js';
import { extensionOf } from '../file-name.js';
import { datasetItem, type ItemState } from '../state.js';
import { itemTowards } from '../towards.js';

/** The file with the size of its image, if it is one; an item without a name takes that of its file. */
export const decideSetItemFile = (
  state: ItemState,
  file: FileRecord,
  size: ImageSize | undefined,
  parents: Parents,
): Decision => {
  const current = visibleItem(state, parents);
  if (isRefusal(current)) return current;
  return itemTowards(current, {
    file,
    extension: extensionOf(file.file_name),
    name: current.name === '' ? file.file_name : current.name,
    attributes: size === undefined ? current.attributes : { ...current.attributes, ...size },
  });
};

/** The bytes are among the blobs already; their header is read before the decision, for it never changes. */
export const setItemFile = serviceCommand(
  datasetCommands.setItemFile,
  async ({ dataset_id, version_id, item_id, file }, context) => {
    const size = await imageSizeOf(context.tools.blobs, file.sha256);
    return context.executeAddressed(datasetItem, item_id, {
      given: givenParents(context, { dataset_id, version_id }, 'write'),
      decide: (state, parents) => decideSetItemFile(state, file, size, parents),
    });
  },
);
