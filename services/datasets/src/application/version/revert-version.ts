import { callerFor } from '@cairn/assets';
import { datasetCommands, type DatasetVersionEvent } from '@cairn/contracts';
import {
  type AssetCaller,
  type BeforeAndAfter,
  type Decision,
  inFuture,
  isInFuture,
  isRefusal,
  notFound,
  notRevertible,
  readBeforeAndAfter,
  type Refusal,
  serviceCommand,
  tellingLater,
} from '@cairn/kernel';
import { wouldShowManyClassifications } from '../../read-models/items/classified.js';
import { datasetAsset, type KnownDataset } from '../../domain/dataset/state.js';
import { givenDataset } from '../parents.js';
import { visibleVersion } from '../../domain/version/parents.js';
import { VersionDeletion } from './last-version.js';
import {
  datasetVersion,
  type KnownVersion,
  liveLabel,
  type VersionState,
} from '../../domain/version/state.js';
import { withinBounds } from '../../domain/version/bounds.js';
import { manyClassified, versionPurged, versionUndone, viewOfVersion } from '../../domain/version/undoing.js';

/** What stands around the version. */
export interface RevertContext extends BeforeAndAfter<VersionState> {
  readonly dataset: KnownDataset;
  readonly caller: AssetCaller;
  readonly others: number;
  /** Whether undoing would show items with more classifications than the dataset allows. */
  readonly manyClassifications: boolean;
  readonly isFuture: boolean;
}

/** Undoes one event; the deletion of a label or a split too (SPEC-6 and SPEC-8). */
export const decideRevertVersion = (state: VersionState, context: RevertContext): Decision => {
  const current = visibleVersion(state, context.dataset.id, true);
  if (isRefusal(current)) return current;
  if (context.isFuture) return inFuture();
  if (current.status === 'purged') return versionPurged();
  const undone = undoneOn(current, context, context.caller.at);
  if (isRefusal(undone)) return undone;
  const refused = statusRefused(current, undone, context);
  if (refused !== undefined) return refused;
  return context.manyClassifications && undone.some(showsMore)
    ? manyClassified()
    : withinBounds(current, undone);
};

const showsMore = ({ type }: DatasetVersionEvent): boolean =>
  type === 'DatasetVersionRestored' || type === 'LabelRestored';

const undoneOn = (current: KnownVersion, { before, after }: RevertContext, at: string) =>
  before.status === 'none' || after.status === 'none' || before.complete !== after.complete
    ? notRevertible()
    : versionUndone(before, after, current, at);

/** Whether the version may come or go by undoing; of what is deleted only the deletion can be undone. */
const statusRefused = (
  current: KnownVersion,
  undone: readonly DatasetVersionEvent[],
  { dataset, others, caller }: RevertContext,
): Refusal | undefined => {
  const restores = undone.some(({ type }) => type === 'DatasetVersionRestored');
  const deletes = undone.some(({ type }) => type === 'DatasetVersionDeleted');
  if (current.status === 'deleted' && !restores) return notFound();
  if (!restores && !deletes) return undefined;
  const allowed = datasetAsset.mayAccess(caller, dataset, 'delete');
  if (isRefusal(allowed)) return allowed;
  return deletes && others === 0 ? notRevertible() : undefined;
};

/** Asked of the documents when the event hid something: a label, or the version itself. */
const undoneShowsMany = async (
  documents: Parameters<typeof wouldShowManyClassifications>[0],
  versionId: string,
  { before, after }: BeforeAndAfter<VersionState>,
): Promise<boolean> => {
  if (before.status === 'none' || after.status === 'none') return false;
  const labels = Object.values(after.labels).filter(
    ({ id }) => liveLabel(before, id) && !liveLabel(after, id),
  );
  if (labels.length === 0 && before.status === after.status) return false;
  return wouldShowManyClassifications(
    documents,
    versionId,
    labels.map(({ id }) => id),
  );
};

/** The version would go. */
const undoesRestore = ({ before, after }: BeforeAndAfter<VersionState>): boolean =>
  before.status === 'deleted' && after.status === 'live';

export const revertVersion = serviceCommand(
  datasetCommands.revertDatasetVersion,
  async ({ dataset_id, id: version_id, body: { revision } }, context) => {
    const deletion = new VersionDeletion(context, dataset_id, version_id);
    const given = async () => {
      const dataset = await givenDataset(context, dataset_id, 'write')();
      if (isRefusal(dataset)) return dataset;
      const sides = await readBeforeAndAfter(context, datasetVersion, version_id, revision)();
      const { documents } = context.tools;
      const others = undoesRestore(sides) ? await deletion.othersLeft() : 1;
      if (isRefusal(others)) return others;
      const caller = await callerFor(context, dataset);
      const manyClassifications =
        !dataset.multi_label && (await undoneShowsMany(documents, version_id, sides));
      return { ...sides, dataset, caller, others, manyClassifications };
    };
    const executed = await deletion.during(() =>
      context.executeAddressed(datasetVersion, version_id, {
        given,
        decide: (state, around, tip) =>
          decideRevertVersion(state, { ...around, isFuture: isInFuture(revision, tip) }),
      }),
    );
    return tellingLater(context, datasetVersion, { id: version_id, revision }, viewOfVersion, executed);
  },
);
