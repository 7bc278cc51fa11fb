import type { AnyVersions } from '@cairn/contracts';
import {
  type CommandContext,
  type Decision,
  type Executed,
  isInFuture,
  isRefusal,
  readBeforeAndAfter,
  type Refusal,
  type ServiceCommand,
  serviceCommand,
  tellingLater,
} from '@cairn/kernel';
import { givenAsset } from '../access/asked.js';
import type { NumberingAsset } from '../domain/kind.js';
import { versionContent } from './content.js';
import { viewOfVersion, visibleVersion } from './decisions.js';
import type { VersionKind } from './kind.js';
import { makingVersions } from './making.js';
import type { PointerOf, VersionBody, VersionIds, VersionRules } from './rules.js';
import type { KnownVersion, VersionState } from './state.js';

/** The ids of the path in what a command gets. */
const idsIn =
  ({ params }: AnyVersions) =>
  (input: object): VersionIds => {
    const given = new Map(Object.entries(input) as readonly (readonly [string, string])[]);
    return { assetId: given.get(params.asset) ?? '', versionId: given.get(params.version) ?? '' };
  };

/** A change of what is in a version, once it is known that the caller may write its asset. */
export interface VersionChange<Known extends KnownVersion, Given> {
  /** What other streams say; asked again when it is decided again. */
  given?(this: void, version: Known, asset: NumberingAsset): Promise<Given | Refusal>;
  decide(this: void, version: Known, given: Given): Decision;
  /** Where the body says what is put into it. */
  pointerOf?(this: void, version: Known): PointerOf;
}

/** Sets fields of a version. */
const updating =
  <Known extends KnownVersion, Body extends VersionBody, AssetBody>(
    kind: VersionKind<Known>,
    rules: VersionRules<Known, Body, AssetBody>,
  ) =>
  (context: CommandContext, ids: VersionIds, body: Body): Promise<Executed> =>
    changingVersions(kind, rules)<Partial<Known>>(context, ids, {
      given: async (current, asset) => (await rules.named?.({ context, body, asset, current })) ?? {},
      decide: (current, named) => {
        const wanted = versionContent(rules).changed(current, body, named);
        return isRefusal(wanted) ? wanted : kind.decide.update(current, current.asset_id, wanted);
      },
    });

type Rules<Known extends KnownVersion> = Pick<VersionRules<Known, VersionBody, unknown>, 'of' | 'allowed'>;

/** Makes commands that change what is in a version; its stream is the one that `If-Match` speaks of. */
export const changingVersions =
  <Known extends KnownVersion>({ aggregate }: VersionKind<Known>, { of, allowed }: Rules<Known>) =>
  <Given = undefined>(
    context: CommandContext,
    { assetId, versionId }: VersionIds,
    { given, decide, pointerOf }: VersionChange<Known, Given>,
  ): Promise<Executed> => {
    const deciding = rememberingOne(decide);
    const refusedFor = async (version: Known, events: Decision): Promise<Refusal | undefined> =>
      isRefusal(events) ? events : allowed?.(context, version, events, pointerOf?.(version));
    const decided = (state: VersionState<Known>, asked: Given): Decision => {
      const version = visibleVersion(state, assetId);
      return isRefusal(version) ? version : deciding(version, asked);
    };
    return context.executeAddressed(aggregate, versionId, {
      given: async (state) => {
        const asset = await givenAsset(of, context, assetId, 'write');
        if (isRefusal(asset)) return asset;
        const version = visibleVersion(state, assetId);
        if (isRefusal(version)) return version;
        const asked = (await given?.(version, asset)) as Given | Refusal;
        return isRefusal(asked)
          ? asked
          : ((await refusedFor(version, deciding(version, asked))) ?? { asked });
      },
      decide: (state, { asked }) => decided(state, asked),
    });
  };

/** What was decided last, of the very same: who asks whether it is allowed decides before, and a canvas takes its time. */
const rememberingOne = <Known, Given>(decide: (version: Known, given: Given) => Decision): typeof decide => {
  let last: { readonly version: Known; readonly given: Given; readonly decision: Decision } | undefined;
  return (version, given) => {
    if (last === undefined || last.version !== version || last.given !== given)
      last = { version, given, decision: decide(version, given) };
    return last.decision;
  };
};

/** What a service does for the commands on versions of one kind of asset. */
export const versionCommands = <Known extends KnownVersion, Body extends VersionBody, AssetBody>(
  kind: VersionKind<Known>,
  rules: VersionRules<Known, Body, AssetBody>,
): readonly ServiceCommand[] => {
  const { aggregate, decide: its, contract } = kind;
  const { commands } = contract;
  const { of } = rules;
  const making = makingVersions(kind, rules);
  const update = updating(kind, rules);
  const ids = idsIn(contract);
  return [
    // The schemas have checked the bodies: they are the kind's.
    serviceCommand(commands.create, (input, context) =>
      making.create(context, ids(input).assetId, (input.body ?? {}) as Body),
    ),
    ...(commands.duplicate === undefined
      ? []
      : [serviceCommand(commands.duplicate, (input, context) => making.duplicate(context, ids(input)))]),
    serviceCommand(commands.update, (input, context) => update(context, ids(input), input.body as Body)),
    serviceCommand(commands.delete, (input, context) => {
      const { assetId, versionId } = ids(input);
      return context.executeAddressed(aggregate, versionId, {
        given: () => givenAsset(of, context, assetId, 'delete'),
        decide: (state, asset) => its.delete(state, asset, context.at),
      });
    }),
    serviceCommand(commands.restore, (input, context) => {
      const { assetId, versionId } = ids(input);
      return context.executeAddressed(aggregate, versionId, {
        given: () => givenAsset(of, context, assetId, 'delete'),
        decide: (state) => its.restore(state, assetId),
      });
    }),
    serviceCommand(commands.revert, (input, context) =>
      reverting(kind, rules, context, { ...ids(input), revision: input.body.revision }),
    ),
    serviceCommand(commands.purge, ({ id }, context) =>
      context.execute(aggregate, id, { decide: (state) => its.purge(state, context.principal) }),
    ),
  ];
};

const reverting = async <Known extends KnownVersion>(
  { aggregate, decide }: VersionKind<Known>,
  { of, allowed }: Rules<Known>,
  context: CommandContext,
  { assetId, versionId, revision }: VersionIds & { readonly revision: number },
): Promise<Executed> => {
  const executed = await context.executeAddressed(aggregate, versionId, {
    given: async (state) => {
      const asset = await givenAsset(of, context, assetId, 'write');
      if (isRefusal(asset)) return asset;
      const sides = await readBeforeAndAfter(context, aggregate, versionId, revision)();
      const deleting = await givenAsset(of, context, assetId, 'delete');
      const around = {
        ...{ ...sides, asset, at: context.at, userId: context.principal.userId },
        deleting: isRefusal(deleting) ? deleting : undefined,
      };
      const undone = decide.revert(state, { ...around, isFuture: false });
      if (state.status === 'none' || isRefusal(undone)) return around;
      return (await allowed?.(context, state, undone, undefined)) ?? around;
    },
    decide: (state, around, tip) => decide.revert(state, { ...around, isFuture: isInFuture(revision, tip) }),
  });
  return tellingLater(context, aggregate, { id: versionId, revision }, viewOfVersion, executed);
};
