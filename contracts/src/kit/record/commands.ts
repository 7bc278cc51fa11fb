import { type TUnsafe, Type } from '@sinclair/typebox';
import { command, type CommandDefinition, commandOf } from '../command.js';
import type { Fitting, RecordDescription } from './description.js';
import type { recordOperationsOf } from './operations.js';
import { Uuid } from '../schemas.js';

/** What may be asked of a record: its writes, and the purge that a timer sends 30 days after a deletion. */
export const recordCommandsOf = <D extends RecordDescription>(
  d: D & Fitting<D>,
  operations: ReturnType<typeof recordOperationsOf<D>>,
) => {
  const area: D['area'] = d.area;
  const title: D['title'] = d.title;
  const purge: CommandDefinition<
    `${D['area']}.purge${D['title']}`,
    TUnsafe<{ readonly id: string }>
  > = command(`${area}.purge${title}`, Type.Unsafe<{ readonly id: string }>(Type.Object({ id: Uuid })));
  return {
    create: commandOf(area, operations.create),
    update: commandOf(area, operations.update),
    remove: commandOf(area, operations.remove),
    restore: commandOf(area, operations.restore),
    revert: commandOf(area, operations.revert),
    purge,
  };
};
