import type { ChargedEvent } from './charge.js';

type Named<Type extends ChargedEvent['type']> = Extract<ChargedEvent, { type: Type }>;

/** These delete, end what was begun, or say whose it is: what it holds is asked of who gets it. */
const ENDING: ReadonlySet<ChargedEvent['type']> = new Set([
  'DatasetDeleted',
  'DatasetPurged',
  'DatasetLogoRemoved',
  'DatasetTransferred',
  'DatasetShareRemoved',
  'DatasetVersionDeleted',
  'DatasetVersionPurged',
  'DatasetVersionCompleted',
  'SplitDeleted',
  'LabelDeleted',
  'ItemDeleted',
  'DatasetPostProcessorDeleted',
  'DatasetPostProcessorPurged',
]);

/**
 * Whether an event is appended however much is stored: it deletes or takes away, ends what was begun, or changes nothing
 * but who may see a dataset.
 */
export const goesOn = (event: ChargedEvent): boolean => {
  switch (event.type) {
    case 'ItemSplitsChanged':
      return event.data.added.length === 0;
    case 'ItemAnnotated':
      return event.data.added.length + event.data.changed.length === 0;
    case 'DatasetUpdated':
      return changesReaders(event.data);
    default:
      return ENDING.has(event.type);
  }
};

const OF_READERS = new Set(['public', 'visibility', 'organization_id', 'project_id']);

const changesReaders = ({ changes, readers }: Named<'DatasetUpdated'>['data']): boolean =>
  readers !== undefined && Object.keys(changes).every((field) => OF_READERS.has(field));
