import type { ChargedEvent } from './charge.js';

type DatasetUpdated = Extract<ChargedEvent, { type: 'DatasetUpdated' }>;

/**
 * Whether an event is appended however much is stored: it deletes or takes away, ends what was begun, or changes nothing
 * but who may see a dataset.
 */
export const goesOn = (event: ChargedEvent): boolean => {
  switch (event.type) {
    case 'DatasetDeleted':
    case 'DatasetPurged':
    case 'DatasetLogoRemoved':
    case 'DatasetVersionDeleted':
    case 'DatasetVersionPurged':
    case 'DatasetVersionCompleted':
    case 'SplitDeleted':
    case 'LabelDeleted':
    case 'ItemDeleted':
      return true;
    case 'ItemSplitsChanged':
      return event.data.added.length === 0;
    case 'ItemAnnotated':
      return event.data.added.length + event.data.changed.length === 0;
    case 'DatasetUpdated':
      return changesReaders(event.data);
    default:
      return false;
  }
};

const OF_READERS = new Set(['public', 'visibility', 'organization_id', 'project_id']);

const changesReaders = ({ changes, readers }: DatasetUpdated['data']): boolean =>
  readers !== undefined && Object.keys(changes).every((field) => OF_READERS.has(field));
