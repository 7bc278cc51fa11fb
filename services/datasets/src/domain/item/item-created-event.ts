import type { DatasetItemEvent } from '@cairn/contracts';

export type ItemCreatedEvent = Extract<DatasetItemEvent, { type: 'ItemCreated' }>;
