import {
  type AssetCaller,
  type BeforeAndAfter,
  callerOf,
  type CommandContext,
  type Decision,
  type Executed,
  isInFuture,
  notFound,
  readBeforeAndAfter,
  type ServiceCommand,
  serviceCommand,
  tellingLater,
  undoneFields,
} from '@cairn/kernel';
import { type AssetContent, contentOf } from '../domain/difference.js';
import type { AssetKind } from '../domain/kind.js';
import { viewOfAsset } from '../domain/reverting.js';
import type { AssetState, KnownAsset } from '../domain/state.js';
import { callerFor } from '../access/caller.js';
import { type AssetMaking, assetMaking, creatingAssets, givenOf, updatingAssets } from './making.js';
import type { AssetBody, AssetRules } from './rules.js';
import { sharingCommands } from './sharing.js';
import { placingBack, transferCommand } from './transfer.js';

/** What a service does for the commands on assets of one kind. */
export const assetCommands = <Known extends KnownAsset, Body extends AssetBody, Given>(
  kind: AssetKind<Known>,
  rules: AssetRules<Known, Body, Given>,
): readonly ServiceCommand[] => {
  const { aggregate: of, contract, decide: its } = kind;
  const { commands } = contract;
  const making = assetMaking(kind, rules);
  const create = creatingAssets(kind, rules, making);
  const update = updatingAssets(kind, rules, making);
  const transfer = transferCommand(of, its);
  const revert = reverting(kind, rules, making);
  const addressed = (
    context: CommandContext,
    id: string,
    decide: (state: AssetState<Known>, caller: AssetCaller) => Decision,
  ): Promise<Executed> =>
    context.executeAddressed(of, id, { given: (state) => callerFor(context, state), decide });

  return [
    // The schemas have checked the bodies: they are the kind's.
    serviceCommand(commands.create, ({ body }, context) =>
      create(context, body as Body & { readonly name: string }),
    ),
    serviceCommand(commands.update, ({ id, body }, context) => update(context, id, body as Body)),
    /** Flags it; what is in it is not touched (law 6). */
    serviceCommand(commands.delete, ({ id }, context) => addressed(context, id, its.delete)),
    serviceCommand(commands.restore, ({ id }, context) => addressed(context, id, its.restore)),
    serviceCommand(commands.purge, ({ id }, context) =>
      context.execute(of, id, { decide: (state) => its.purge(state, callerOf(context)) }),
    ),
    serviceCommand(commands.setLogo, ({ id, file }, context) =>
      addressed(context, id, (state, caller) => its.setLogo(state, file, caller)),
    ),
    serviceCommand(commands.removeLogo, ({ id }, context) => addressed(context, id, its.removeLogo)),
    serviceCommand(commands.transfer, ({ id, body }, context) => transfer(context, id, body)),
    serviceCommand(commands.activate, ({ id, version_id, body }, context) =>
      context.executeAddressed(of, id, {
        given: async (state) => ({
          isOwn: await rules.versions.isOwn(context, id, version_id),
          caller: await callerFor(context, state),
        }),
        decide: (state, { isOwn, caller }) =>
          its.activateVersion(state, isOwn ? { id: version_id } : notFound(), caller, body?.reason),
      }),
    ),
    serviceCommand(commands.revert, ({ id, body: { revision } }, context) => revert(context, id, revision)),
    ...sharingCommands(kind, rules.versions),
  ];
};

/** What undoing an event would change, as far as nothing that came after it stands in the way. */
const undoneBy = <Known extends KnownAsset>(
  current: Known | undefined,
  { before, after }: BeforeAndAfter<AssetState<Known>>,
): Partial<AssetContent<Known>> =>
  current === undefined || before.status === 'none' || after.status === 'none'
    ? {}
    : undoneFields(contentOf(before), contentOf(after), contentOf(current)).fields;

/** Undoes the event of a revision. */
const reverting = <Known extends KnownAsset, Body extends AssetBody, Given>(
  kind: AssetKind<Known>,
  rules: AssetRules<Known, Body, Given>,
  { checked }: AssetMaking<Known, Body, Given>,
) => {
  const { aggregate: of, decide: its, name } = kind;
  const givenFor = givenOf(rules);

  const around = async (context: CommandContext, state: AssetState<Known>, id: string, revision: number) => {
    const sides = await readBeforeAndAfter(context, of, id, revision)();
    const current = state.status === 'none' ? undefined : state;
    const wanted = undoneBy(current, sides);
    const { active_version_id: active } = wanted;
    const versionIsThere = typeof active === 'string' && (await rules.versions.isOwn(context, id, active));
    const given = await givenFor({ context, action: 'revert', current, wanted });
    return {
      caller: await callerFor(context, state),
      reverting: {
        ...sides,
        placing: await placingBack(context, name, state, sides),
        canStand: (undone: Partial<AssetContent<Known>>): boolean =>
          (undone.active_version_id === undefined || versionIsThere) &&
          checked({ action: 'revert', current, wanted: undone }, given) === undefined,
      },
    };
  };

  return async (context: CommandContext, id: string, revision: number): Promise<Executed> => {
    const executed = await context.executeAddressed(of, id, {
      given: (state) => around(context, state, id, revision),
      decide: (state, given, tip) =>
        its.revert(state, { ...given.reverting, isFuture: isInFuture(revision, tip) }, given.caller),
    });
    return tellingLater(context, of, { id, revision }, viewOfAsset, executed);
  };
};
