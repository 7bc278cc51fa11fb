import { modelCommands, operations } from '@cairn/contracts';
import { modelById } from '@cairn/models';
import { resource } from '../resource.js';

const model = resource({
  path: operations.getModel.path,
  commands: modelCommands,
  read: (context, { id }: { readonly id: string }, deleted) => modelById(context, id, deleted),
});

export const setModelAlias = model.change(operations.setModelAlias);
export const deleteModelAlias = model.remove(operations.deleteModelAlias);
