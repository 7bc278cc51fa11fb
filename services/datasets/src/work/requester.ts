import { callerFor } from '@cairn/assets';
import { isRefusal, principalNow, type Refusal, type ServiceTools, timestamp } from '@cairn/kernel';
import { dataset, datasetAsset } from '../domain/dataset/state.js';
import type { KnownJob } from '../domain/job/state.js';
import { type Parents, visibleVersion } from '../domain/version/parents.js';
import { datasetVersion, type KnownVersion, type VersionState } from '../domain/version/state.js';

/**
 * The dataset and the version that a job fills, while the requester may write there
 * (S40); a copy is not complete yet. Throws `JobRefused` as `principalNow` does.
 */
export const parentsOf = async (
  tools: Pick<ServiceTools, 'streams' | 'clock' | 'requesters' | 'rights'>,
  job: KnownJob,
): Promise<Parents | Refusal> => {
  const principal = await principalNow(tools, job);
  const found = (await tools.streams.current(dataset, job.dataset_id)).state;
  const at = timestamp(tools.clock.now());
  const caller = await callerFor({ principal, at, tools }, found);
  const allowed = datasetAsset.mayAccess(caller, found, 'write');
  if (isRefusal(allowed)) return allowed;
  const version = (await tools.streams.current(datasetVersion, job.version_id)).state;
  const visible = visibleVersion(asComplete(version, job), job.dataset_id);
  return isRefusal(visible) ? visible : { dataset: allowed, version: visible };
};

const asComplete = (version: VersionState, job: KnownJob): VersionState =>
  version.status === 'none' || job.kind === 'import'
    ? version
    : ({ ...version, complete: true } satisfies KnownVersion);
