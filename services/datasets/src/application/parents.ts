import { type Asking, givenAsset } from '@cairn/assets';
import { type AccessAction, isRefusal, type Refusal } from '@cairn/kernel';
import { datasetKind, type KnownDataset } from '../domain/dataset/state.js';
import { type Parents, visibleVersion } from '../domain/version/parents.js';
import { datasetVersion } from '../domain/version/state.js';

/** The dataset of a command, decided again whenever the decision is made again (S40). */
export const givenDataset =
  (context: Asking, id: string, action: AccessAction) => (): Promise<KnownDataset | Refusal> =>
    givenAsset(datasetKind, context, id, action);

/** The dataset and the version of a command; a version of another dataset is not found (S2, law 6). */
export const givenParents =
  (
    context: Asking,
    ids: { readonly dataset_id: string; readonly version_id: string },
    action: AccessAction,
  ) =>
  async (): Promise<Parents | Refusal> => {
    const found = await givenDataset(context, ids.dataset_id, action)();
    if (isRefusal(found)) return found;
    const version = visibleVersion(await context.load(datasetVersion, ids.version_id), ids.dataset_id);
    return isRefusal(version) ? version : { dataset: found, version };
  };
