import type {
  DatasetEvent,
  DatasetItemEvent,
  DatasetJobEvent,
  DatasetVersionEvent,
  FileRecord,
  PostProcessorEvent,
} from '@cairn/contracts';

/** What an account is charged: numbers of datasets and of items, bytes of files and events. */
export interface Charge {
  readonly datasets: number;
  readonly items: number;
  readonly bytes: number;
}

export const NO_CHARGE: Charge = { datasets: 0, items: 0, bytes: 0 };

type JobRequested = Extract<DatasetJobEvent, { type: 'DatasetJobRequested' }>;

/** Events that an account is charged for. What else a job says of itself is little, and as much as a job is long. */
export type ChargedEvent =
  DatasetEvent | DatasetVersionEvent | DatasetItemEvent | PostProcessorEvent | JobRequested;

/** What an event takes as long as it is not purged, by itself alone: the counter and the quota must agree. */
export const chargeOf = (event: ChargedEvent): Charge => ({
  datasets: event.type === 'DatasetCreated' ? 1 : 0,
  items: event.type === 'ItemCreated' ? 1 : 0,
  bytes: Buffer.byteLength(JSON.stringify(event.data)) + (fileOf(event)?.size ?? 0),
});

export const chargeOfAll = (events: readonly ChargedEvent[]): Charge =>
  events.map(chargeOf).reduce(sumOf, NO_CHARGE);

const sumOf = (one: Charge, other: Charge): Charge => ({
  datasets: one.datasets + other.datasets,
  items: one.items + other.items,
  bytes: one.bytes + other.bytes,
});

const fileOf = (event: ChargedEvent): FileRecord | null | undefined => {
  switch (event.type) {
    case 'ItemCreated':
    case 'ItemFileSet':
    case 'DatasetJobRequested':
      return event.data.file;
    case 'DatasetLogoSet':
      return event.data;
    default:
      return undefined;
  }
};
