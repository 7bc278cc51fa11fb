import type { Operation, RecordDescription, RecordFilters, RecordOperations } from '@cairn/contracts';
import type { RecordModel, RecordPath } from '@cairn/kernel';
import type { Answer } from '../call/answer.js';
import type { AnyHandler } from '../call/handler.js';
import { type AreaCommands, list, resource } from './resource.js';

/** What is told of a new record beside it: headers, say. */
interface MadeRecord {
  readonly created?: (answer: Answer) => Answer;
}

/** What answers the operations of a record; of those that answer otherwise, `others` has what does, by the operation's id. */
export const recordHandlers = <D extends RecordDescription>(
  { definition, queries }: RecordModel<D>,
  others: readonly AnyHandler[] = [],
  { created }: MadeRecord = {},
): readonly AnyHandler[] => {
  const { area, entity } = definition.description;
  const { commands } = definition;
  // Their shapes are known, whatever the fields: the schemas have checked what they are called with.
  const operations: Readonly<Record<keyof RecordOperations<D>, Operation>> = definition.operations;
  const byId: AreaCommands = Object.fromEntries(
    Object.values(commands).map((each) => [each.name.slice(area.length + 1), each]),
  );
  const its = resource<RecordPath, AreaCommands>({
    path: operations.get.path,
    commands: byId,
    role: entity,
    read: queries.byId,
    history: queries.history,
  });
  const plain: readonly AnyHandler[] = [
    list(operations.list, ({ context, params, page, filters }) =>
      queries.list(context, params, page, filters as RecordFilters<D>),
    ),
    its.get(operations.get),
    its.history(operations.history),
    its.create(operations.create, created && { answer: async (answer) => created(answer) }),
    its.update(operations.update),
    its.remove(operations.remove),
    its.restore(operations.restore),
    its.revert(operations.revert),
  ];
  const isElsewhere = new Set(others.map(({ operation }) => operation.id));
  return [...plain.filter(({ operation }) => !isElsewhere.has(operation.id)), ...others];
};
