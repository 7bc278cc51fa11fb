import type { FileRecord } from '@cairn/contracts';
import {
  type Aggregate,
  type AssetCaller,
  type BeforeAndAfter,
  callerOf,
  type CommandContext,
  type Decision,
  type Executed,
  isInFuture,
  readBeforeAndAfter,
  tellingLater,
} from '@cairn/kernel';
import type { asset } from '../domain/asset.js';
import { type Reverting, viewOfAsset } from '../domain/reverting.js';
import type { AssetState, KnownAsset } from '../domain/state.js';
import { callerFor } from './caller.js';
import { type SharingAround, sharingCommands } from './sharing.js';
import { placingBack, transferCommand } from './transfer.js';

/** What stands around an asset that is to go back: `canStand` of `Reverting`, and whom identity knows. */
export type Surroundings<Known extends KnownAsset> = (
  sides: BeforeAndAfter<AssetState<Known>>,
) => Promise<Pick<Reverting<Known>, 'canStand'> & Pick<SharingAround, 'sharee'>>;

/**
 * What commands on assets of one kind do where that does not depend on the kind; `of` is their stream, `its` what is
 * decided about them.
 */
export const assetCommands = <Known extends KnownAsset>(
  of: Aggregate<AssetState<Known>>,
  its: ReturnType<typeof asset<Known>>,
) => {
  const addressed = (
    context: CommandContext,
    id: string,
    decide: (state: AssetState<Known>, caller: AssetCaller) => Decision,
  ): Promise<Executed> =>
    context.executeAddressed(of, id, { given: (state) => callerFor(context, state), decide });
  return {
    /** Flags it; what is in it is not touched (law 6). */
    delete: (context: CommandContext, id: string) => addressed(context, id, its.delete),
    restore: (context: CommandContext, id: string) => addressed(context, id, its.restore),
    purge: (context: CommandContext, id: string) =>
      context.execute(of, id, { decide: (state) => its.purge(state, callerOf(context)) }),
    setLogo: (context: CommandContext, id: string, file: FileRecord) =>
      addressed(context, id, (state, caller) => its.setLogo(state, file, caller)),
    removeLogo: (context: CommandContext, id: string) => addressed(context, id, its.removeLogo),
    ...sharingCommands(of, its),
    transfer: transferCommand(of, its),
    /** Undoes the event of a revision. */
    revert: async (
      context: CommandContext,
      id: string,
      revision: number,
      surroundings: Surroundings<Known>,
    ): Promise<Executed> => {
      const executed = await context.executeAddressed(of, id, {
        given: async (state) => {
          const sides = await readBeforeAndAfter(context, of, id, revision)();
          const caller = await callerFor(context, state);
          const { canStand, sharee } = await surroundings(sides);
          const placing = await placingBack(context, its.name, state, sides, { sharee });
          return { caller, around: { ...sides, canStand, placing } };
        },
        decide: (state, { caller, around }, tip) =>
          its.revert(state, { ...around, isFuture: isInFuture(revision, tip) }, caller),
      });
      return tellingLater(context, of, { id, revision }, viewOfAsset, executed);
    },
  };
};
