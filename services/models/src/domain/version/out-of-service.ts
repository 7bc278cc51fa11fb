import { type VersionState, visibleVersion } from '@cairn/assets';
import { modelVersionStreamEvents } from '@cairn/contracts';
import { type Decision, isRefusal, type Principal, type Refusal, refuse } from '@cairn/kernel';
import type { KnownAssetFile, OutOfService, VersionFiles } from './assets.js';
import { RUNNABLE } from './files.js';
import type { KnownModelVersion } from './state.js';

/** The file of a version that is run: the first that was opened. */
export const ranFile = (assets: VersionFiles['assets']): KnownAssetFile | undefined =>
  RUNNABLE.flatMap((type) => assets[type] ?? []).find(({ inspected }) => inspected !== undefined);

/** Why a version is out of service; `undefined` of one that is not, and of one that has another file by now. */
export const outOfService = ({
  assets,
  out_of_service: told,
}: Pick<VersionFiles, 'assets' | 'out_of_service'>): OutOfService | undefined =>
  told !== null && ranFile(assets)?.file.sha256 === told.sha256 ? told : undefined;

/** What a run tells: `term` is the one that it ran in. */
export interface Suspending {
  readonly sha256: string;
  readonly reason: string;
  readonly term: string;
}

/** Cairn's own. It says nothing twice, and nothing of a file or a term that is over by now. */
export const decideSuspend = (
  state: VersionState<KnownModelVersion>,
  { sha256, reason, term }: Suspending,
  { kind }: Pick<Principal, 'kind'>,
): Decision => {
  if (kind !== 'system') return refuse('forbidden', 'Versions are suspended by Cairn only.');
  if (state.status !== 'live' || state.reinstated_at !== term) return [];
  if (state.out_of_service?.sha256 === sha256 || ranFile(state.assets)?.file.sha256 !== sha256) return [];
  return [modelVersionStreamEvents.ModelVersionSuspended.of({ sha256, reason })];
};

/** Of who administers this Cairn: that was asked before. One that is in service stays as it is. */
export const decideReinstate = (state: VersionState<KnownModelVersion>, modelId: string): Decision => {
  const current = visibleVersion(state, modelId);
  return isRefusal(current) ? current : reinstated(current, {});
};

/** Of who may write its model, once in 30 days: that was asked before. `at` is RFC 3339. */
export const decideReinstateOwn = (current: KnownModelVersion, at: string): Decision => {
  const again = Date.parse(current.reinstated_by_owner_at) + OWNER_EVERY_MS;
  const leftMs = again - Date.parse(at);
  return outOfService(current) !== undefined && leftMs > 0
    ? reinstatedLately(current.reinstated_by_owner_at, again, leftMs)
    : reinstated(current, { by_owner: true });
};

const OWNER_EVERY_MS = 30 * 24 * 3_600_000;

const reinstatedLately = (last: string, again: number, leftMs: number): Refusal => ({
  ...refuse(
    'reinstated_lately',
    `The version was put back at ${last}: who may write the model can put it back again from ` +
      `${new Date(again).toISOString()} on, an administrator at any time.`,
  ),
  retryAfterSeconds: Math.ceil(leftMs / 1000),
});

const reinstated = (current: KnownModelVersion, who: { readonly by_owner?: true }): Decision =>
  outOfService(current) === undefined ? [] : [modelVersionStreamEvents.ModelVersionReinstated.of(who)];
