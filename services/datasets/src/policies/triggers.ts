import { datasetCommands, datasetJobCommands, postProcessorJobCommands } from '@cairn/contracts';
import { importedBy } from '../domain/item/imported.js';
import { COPIED_BY } from '../domain/job/copies.js';

/** Whether post-processors work on what a command brings to items, for each that makes one, or sets its text or file. */
const TRIGGERS: Readonly<Record<string, boolean>> = {
  [datasetCommands.createDatasetItem.name]: true,
  [datasetCommands.bulkDatasetItems.name]: true,
  [datasetCommands.updateDatasetItem.name]: true,
  [datasetCommands.uploadDatasetItem.name]: true,
  [datasetCommands.addInferences.name]: true,
  [importedBy.make]: true,
  // What is undone, copied, or written by a post-processor is nothing that a person brings.
  [COPIED_BY]: false,
  [datasetCommands.revertDatasetItem.name]: false,
  [datasetJobCommands.takeImported.name]: false,
  [postProcessorJobCommands.apply.name]: false,
};

/** By the name of the command that made an event. */
export const isTrigger = (commandName: string): boolean => TRIGGERS[commandName] === true;

/** Whether the list says anything of a command. */
export const isListed = (commandName: string): boolean => Object.hasOwn(TRIGGERS, commandName);
