import { type BulkItemsReply, type BulkItemsRequest, datasetCommands } from '@cairn/contracts';
import {
  type CommandContext,
  eachOf,
  type Executed,
  hasChanged,
  type Intent,
  isRefusal,
  refuse,
  repeated,
  rowError,
  serviceCommand,
  withLastPosition,
} from '@cairn/kernel';
import { givenParents } from '../parents.js';
import type { Parents } from '../../domain/version/parents.js';
import { datasetVersion } from '../../domain/version/state.js';
import { datasetItem, type ItemState } from '../../domain/item/state.js';
import { decideCreateItem, newItem } from './create-item.js';
import { decideDeleteItem } from './delete-item.js';
import { annotatorOf, decideUpdateItem } from './update-item.js';

/** One row of a bulk: the item that it addresses and what is decided there. */
interface Row {
  readonly kind: 'created' | 'updated' | 'deleted';
  readonly id: string;
  readonly decide: Intent<ItemState, Parents>['decide'];
}

/** The rows in the order in which errors count them: create, update, delete. */
const rowsOf = (body: BulkItemsRequest, context: CommandContext): readonly Row[] => {
  const { create = [], update = [], delete: remove = [] } = body;
  return [
    ...create.map((input, ordinal): Row => {
      const made = newItem(context, ordinal);
      return {
        kind: 'created',
        id: made.id,
        decide: (state, parents) => decideCreateItem(state, input, parents, made),
      };
    }),
    ...update.map(({ id, ...changes }, index): Row => {
      const annotator = annotatorOf(context, create.length + index);
      return {
        kind: 'updated',
        id,
        decide: (state, parents) => decideUpdateItem(state, changes, parents, annotator),
      };
    }),
    ...remove.map((id): Row => ({
      kind: 'deleted',
      id,
      decide: (state, parents) => decideDeleteItem(state, parents),
    })),
  ];
};

/** Each item for itself: what is refused is listed, the rest is done (SPEC-7). */
export const bulkItems = serviceCommand(
  datasetCommands.bulkDatasetItems,
  async ({ dataset_id, version_id, body }, context) => {
    const given = givenParents(context, { dataset_id, version_id }, 'write');
    const parent = await context.executeAddressed(datasetVersion, version_id, { given, decide: () => [] });
    if (isRefusal(parent)) return parent;
    const rows = rowsOf(body, context);
    const again = repeated(rows.map(({ id }) => id));
    const done = await eachOf(rows, async (row, index): Promise<Executed> =>
      again.has(index)
        ? refuse('conflict', 'The item stands in this request twice.')
        : context.execute(datasetItem, row.id, { given, decide: row.decide }),
    );
    return { ...withLastPosition(parent, done), result: reported(rows, done) };
  },
);

/** What a bulk did. */
export const reported = (
  rows: readonly Pick<Row, 'kind' | 'id'>[],
  done: readonly Executed[],
): BulkItemsReply => {
  const counted = { created: 0, updated: 0, deleted: 0, unchanged: 0 };
  const errors: BulkItemsReply['errors'] = [];
  const ids: string[] = [];
  for (const [index, { kind, id }] of rows.entries()) {
    const outcome = done[index]!;
    if (isRefusal(outcome)) {
      errors.push(rowError(index, outcome));
      continue;
    }
    counted[hasChanged(outcome) ? kind : 'unchanged'] += 1;
    if (kind === 'created') ids.push(id);
  }
  return { ...counted, errors, ids };
};
