import { assetIdOf } from '@cairn/assets';
import type { DatasetEvent } from '@cairn/contracts';
import type { Admission, Admitted, ServiceTools } from '@cairn/kernel';
import { heldBy } from '../../read-models/usage/queries.js';
import { AccountRoom } from '../../read-models/usage/account-room.js';
import { isSame, type Payer } from '../../read-models/usage/payers.js';
import { dataset, datasetKind, type DatasetState } from '../../domain/dataset/state.js';
import { datasetJob } from '../../domain/job/state.js';
import { type ChargedEvent, chargeOfAll } from '../../domain/usage/charge.js';
import { goesOn } from '../../domain/usage/going-on.js';
import { type Place, placeAfter } from '../../domain/usage/place.js';

/** Refuses what who is charged for the dataset has no room for; what goes on whatever is stored is admitted. */
export const datasetsAdmission = (tools: Pick<ServiceTools, 'documents' | 'quotas'>): Admission => {
  const room = new AccountRoom(tools.documents, tools.quotas);
  return async (decided) => {
    const events = chargedOf(decided);
    if (decided.category !== dataset.category)
      return events.every(goesOn)
        ? undefined
        : (await room.inDataset(assetIdOf(datasetKind, decided), chargeOfAll(events))).refusal;
    const [before, after] = await payersOf(decided, room);
    if (before !== undefined && !isSame(before, after))
      return (await room.of(after, await heldBy(tools.documents, idOf(decided)))).refusal;
    return events.every(goesOn) ? undefined : (await room.of(after, chargeOfAll(events))).refusal;
  };
};

/** Of a job only that it was asked for. */
const chargedOf = ({ category, events }: Admitted): readonly ChargedEvent[] =>
  (category === datasetJob.category
    ? events.filter(({ type }) => type === 'DatasetJobRequested')
    : events) as readonly ChargedEvent[];

const idOf = ({ state }: Admitted): string => (state as { readonly id: string }).id;

/** Who is charged for a dataset before (nobody for one that is made by this) and after what was decided. */
const payersOf = async (
  { state, events }: Admitted,
  room: AccountRoom,
): Promise<readonly [before: Payer | undefined, after: Payer]> => {
  const place = placeIn(state as DatasetState);
  const next = placeAfter(place, events as readonly DatasetEvent[]);
  const before = place && (await room.payerOf(place));
  return [before, before !== undefined && next === place ? before : await room.payerOf(next)];
};

const placeIn = (state: DatasetState): Place | undefined =>
  state.status === 'none' ? undefined : { ownerId: state.user_id, organizationId: state.organization_id };
