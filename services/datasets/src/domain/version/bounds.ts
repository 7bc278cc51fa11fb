import type { DatasetVersionEvent } from '@cairn/contracts';
import { type Decision, type Refusal, refuse } from '@cairn/kernel';
import { type KnownVersion, type VersionState, versionAfter } from './state.js';

/** A version's document holds its labels and splits, deleted ones too: they are bounded (law 7). */
export const MOST_LABELS = 10_000;
export const MOST_SPLITS = 1_000;
/** Labels, splits and config of a version together, bytes (law 7). */
export const LARGEST_VERSION_BYTES = 4_000_000;

/** The events, unless the version would hold more by them than it may. */
export const withinBounds = (
  before: VersionState,
  events: readonly DatasetVersionEvent[],
): Decision<DatasetVersionEvent> => {
  const after = versionAfter(before, events);
  return (after.status === 'none' ? undefined : tooLarge(after)) ?? events;
};

const tooLarge = (version: KnownVersion): Refusal | undefined => {
  const { labels, splits, config } = version;
  if (Object.keys(labels).length > MOST_LABELS)
    return refusedFor(`A version holds at most ${MOST_LABELS} labels`);
  if (Object.keys(splits).length > MOST_SPLITS)
    return refusedFor(`A version holds at most ${MOST_SPLITS} splits`);
  return Buffer.byteLength(JSON.stringify({ labels, splits, config })) > LARGEST_VERSION_BYTES
    ? refusedFor('Labels, splits and config of a version are at most 4 MB together')
    : undefined;
};

const refusedFor = (bound: string): Refusal =>
  refuse(
    'version_too_large',
    `${bound}, deleted ones counted: a copy of the version (\`/new\`) leaves those behind.`,
  );
