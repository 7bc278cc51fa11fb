import { datasetCommands } from '@cairn/contracts';
import {
  type AccessAction,
  type Decision,
  isRefusal,
  type Refusal,
  refuse,
  serviceCommand,
} from '@cairn/kernel';
import { hasManyClassifications } from '../../../read-models/items/classified.js';
import { mayAccess, notFound } from '../../access.js';
import { type Caller, callerOf } from '../../caller.js';
import { visibleVersion } from '../../parents.js';
import { undoneFields } from '../../same.js';
import { givenSides, inFuture, isInFuture, notRevertible, type Sides } from '../../undoing.js';
import { datasetVersion } from '../../version/state.js';
import { dataset, type DatasetState, type KnownDataset } from '../state.js';
import { contentOf, type DatasetContent, datasetTowards } from '../towards.js';
import { groupMissing, isShownToOthers } from '../visibility.js';

/** What other streams say about going back. */
export interface RevertContext extends Sides<DatasetState> {
  /** Whether the version that was active before is still there. */
  readonly versionIsThere: boolean;
  readonly manyClassifications: boolean;
  readonly isFuture: boolean;
}

/** Undoes one event (decisions, section 7, 8): every field that it changed must still be what it made of it. */
export const decideRevertDataset = (
  state: DatasetState,
  context: RevertContext,
  { principal, at }: Caller,
): Decision => {
  const current = mayAccess(principal, state, 'write', at, true);
  if (isRefusal(current)) return current;
  if (context.isFuture) return inFuture();
  const undone = undoneContent(current, context);
  const gone = goneRefused(current, undone);
  if (gone !== undefined) return gone;
  if (undone === undefined || !canStand(current, undone, context)) return notRevertible();
  const allowed = mayAccess(principal, current, actionFor(current, undone), at, true);
  return isRefusal(allowed) ? allowed : datasetTowards(current, undone, at);
};

/** Of what is deleted only the deletion can be undone; of what is purged nothing. */
const goneRefused = (
  { status }: KnownDataset,
  undone: Partial<DatasetContent> | undefined,
): Refusal | undefined => {
  if (status === 'purged') return refuse('purged', 'The dataset was removed for good.');
  return status === 'deleted' && undone?.status === undefined ? notFound() : undefined;
};

const undoneContent = (
  current: KnownDataset,
  { before, after }: Sides<DatasetState>,
): Partial<DatasetContent> | undefined => {
  if (before.status === 'none' || after.status === 'none') return undefined;
  const undone = undoneFields(contentOf(before), contentOf(after), contentOf(current));
  return undone === undefined || Object.keys(undone).length === 0 ? undefined : undone;
};

const canStand = (
  current: KnownDataset,
  undone: Partial<DatasetContent>,
  { versionIsThere, manyClassifications }: RevertContext,
): boolean => {
  const next = { ...current, ...undone };
  return (
    (undone.active_version_id === undefined || versionIsThere) &&
    (undone.multi_label !== false || !manyClassifications) &&
    groupMissing(next.visibility, next) === undefined &&
    undone.status !== 'purged'
  );
};

const actionFor = (current: KnownDataset, undone: Partial<DatasetContent>): AccessAction => {
  if (undone.status !== undefined) return 'delete';
  return isShownToOthers(current, { ...current, ...undone }) ? 'share' : 'write';
};

export const revertDataset = serviceCommand(
  datasetCommands.revertDataset,
  ({ dataset_id, revision }, context) =>
    context.executeAddressed(dataset, dataset_id, {
      given: async (): Promise<Omit<RevertContext, 'isFuture'>> => {
        const sides = await givenSides(context, dataset, dataset_id, revision)();
        const active = sides.before.status === 'none' ? '' : sides.before.active_version_id;
        const version = await context.load(datasetVersion, active);
        return {
          ...sides,
          versionIsThere: !isRefusal(visibleVersion(version, dataset_id)),
          manyClassifications: await hasManyClassifications(context.tools.documents, dataset_id),
        };
      },
      decide: (state, given, tip) =>
        decideRevertDataset(state, { ...given, isFuture: isInFuture(revision, tip) }, callerOf(context)),
    }),
);
