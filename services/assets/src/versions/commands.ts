import type { AnyVersions } from '@cairn/contracts';
import {
  type CommandContext,
  type CommandOutcome,
  type Decision,
  type Executed,
  isInFuture,
  isRefusal,
  type Json,
  readBeforeAndAfter,
  type Refusal,
  type ServiceCommand,
  serviceCommand,
  type Step,
  step,
  streamOf,
  tellingLater,
} from '@cairn/kernel';
import { givenAsset } from '../application/asked.js';
import { callerFor } from '../application/caller.js';
import type { MadeWithVersion } from '../application/rules.js';
import { withoutAbsent } from '../domain/decisions.js';
import { viewOfVersion, visibleVersion } from './decisions.js';
import type { VersionKind } from './kind.js';
import type { NumberedBy, VersionBody, VersionRules } from './rules.js';
import type { KnownVersion, VersionState } from './state.js';

/** A version, and the asset that a path names it under. */
export interface VersionIds {
  readonly assetId: string;
  readonly versionId: string;
}

/** The ids of the path in what a command gets. */
const idsIn =
  ({ params }: AnyVersions) =>
  (input: object): VersionIds => {
    const given = new Map(Object.entries(input) as readonly (readonly [string, string])[]);
    return { assetId: given.get(params.asset) ?? '', versionId: given.get(params.version) ?? '' };
  };

/** A change of a version, once it is known that the caller may write its asset. */
export interface VersionChange<Known extends KnownVersion, Given> {
  /** What other streams say; asked again when it is decided again. */
  given?(this: void, version: Known): Promise<Given | Refusal>;
  decide(this: void, version: Known, given: Given): Decision;
}

/** Makes commands that change what is in a version; its stream is the one that `If-Match` speaks of. */
export const changingVersions =
  <Known extends KnownVersion>(
    { aggregate }: VersionKind<Known>,
    { of }: Pick<VersionRules<Known, VersionBody, unknown, unknown>, 'of'>,
  ) =>
  <Given = undefined>(
    context: CommandContext,
    { assetId, versionId }: VersionIds,
    { given, decide }: VersionChange<Known, Given>,
  ): Promise<Executed> =>
    context.executeAddressed(aggregate, versionId, {
      given: async (state): Promise<{ readonly asked: Given } | Refusal> => {
        const asset = await givenAsset(of, context, assetId, 'write');
        if (isRefusal(asset)) return asset;
        const version = visibleVersion(state, assetId);
        if (isRefusal(version)) return version;
        const asked = (await given?.(version)) as Given | Refusal;
        return isRefusal(asked) ? asked : { asked };
      },
      decide: (state, { asked }) => {
        const version = visibleVersion(state, assetId);
        return isRefusal(version) ? version : decide(version, asked);
      },
    });

/** What makes versions: with their asset, from a body, like another one. */
export const makingVersions = <Known extends KnownVersion, Body extends VersionBody, Given, AssetBody>(
  kind: VersionKind<Known>,
  rules: VersionRules<Known, Body, Given, AssetBody>,
) => {
  const { aggregate } = kind;
  const { of, first: firstBody = () => ({}) as Body } = rules;
  const bodied = fromBody(kind, rules);
  const inAsset = takingIn(kind, of);
  return {
    /** Of the version that an asset is made with; the asset names it. */
    first: ({
      context,
      id: assetId,
      versionId: id,
      body,
      organization,
    }: MadeWithVersion<AssetBody>): Step => {
      const own = firstBody(body);
      return step(aggregate, id, {
        organization,
        given: () => bodied.asked(context, own),
        decide: (state, { given }) => bodied.created(state, context, { assetId, id }, { body: own, given }),
      });
    },
    create: (context: CommandContext, assetId: string, body: Body): Promise<CommandOutcome> =>
      inAsset(context, assetId, (id) =>
        step(aggregate, id, {
          given: async () => {
            const asset = await givenAsset(of, context, assetId, 'write');
            return isRefusal(asset) ? asset : bodied.asked(context, body);
          },
          decide: (state, { given }) => bodied.created(state, context, { assetId, id }, { body, given }),
        }),
      ),
    duplicate: (context: CommandContext, ids: VersionIds): Promise<CommandOutcome> =>
      inAsset(context, ids.assetId, (id) => copying(kind, rules, context, { ...ids, id })),
  };
};

/** The step that makes a version like another one of its asset. */
const copying = <Known extends KnownVersion, Body extends VersionBody, Given, AssetBody>(
  kind: VersionKind<Known>,
  { of, fresh, copied }: VersionRules<Known, Body, Given, AssetBody>,
  context: CommandContext,
  { assetId, versionId, id }: VersionIds & { readonly id: string },
): Step => {
  const { aggregate, decide } = kind;
  return step(aggregate, id, {
    given: async (): Promise<{ readonly source: Known } | Refusal> => {
      const asset = await givenAsset(of, context, assetId, 'write');
      if (isRefusal(asset)) return asset;
      const source = visibleVersion(await context.load(aggregate, versionId), assetId);
      return isRefusal(source) ? source : { source };
    },
    decide: (state, { source }) =>
      decide.create(state, {
        ...{ id, asset_id: assetId, user_id: context.principal.userId },
        content: copiedContent(kind, { ...source, version: '', ...fresh?.(id) }),
        beside: (made) => copied?.({ source, made, id: context.id }) ?? [],
      }),
  });
};

/** Versions that bodies make. */
const fromBody = <Known extends KnownVersion, Body extends VersionBody, Given, AssetBody>(
  { decide: its }: VersionKind<Known>,
  rules: VersionRules<Known, Body, Given, AssetBody>,
) => {
  const contentOf = (id: string, body: Body): Partial<Known> | Refusal => {
    const own = rules.own(body);
    if (isRefusal(own)) return own;
    return { ...rules.initial, ...rules.fresh?.(id), ...namesIn(body), ...own };
  };
  return {
    asked: async (context: CommandContext, body: Body): Promise<{ readonly given: Given } | Refusal> => {
      const given = (await rules.given?.(context, body)) as Given | Refusal;
      return isRefusal(given) ? given : { given };
    },
    created: (
      state: VersionState<Known>,
      context: CommandContext,
      { assetId: asset_id, id }: { readonly assetId: string; readonly id: string },
      { body, given }: { readonly body: Body; readonly given: Given },
    ): Decision => {
      const content = contentOf(id, body);
      if (isRefusal(content)) return content;
      return its.create(state, {
        ...{ id, asset_id, content },
        user_id: context.principal.userId,
        beside: (made) => rules.brought?.({ made, body, given, id: context.id }) ?? [],
      });
    },
  };
};

const namesIn = ({ name, description, version }: VersionBody) =>
  withoutAbsent({ name, description, version });

/**
 * Makes a version, and takes it into its asset last, under the next number: until then nobody sees it (law 5). The first
 * is active. The answer is about the version: its stream, and its revision there. `If-Match` speaks of the asset.
 */
const takingIn =
  <Known extends KnownVersion>({ aggregate, contract }: VersionKind<Known>, of: NumberedBy) =>
  async (context: CommandContext, assetId: string, made: (id: string) => Step): Promise<CommandOutcome> => {
    const id = context.id('version');
    const executed = await context.executeInOrder([made(id)], of.aggregate, assetId, {
      given: (state) => callerFor(context, state),
      decide: (state, caller) => {
        const asset = of.decide.mayAccess(caller, state, 'write');
        if (isRefusal(asset)) return asset;
        const { version_count, active_version_id } = asset;
        const { versionActivated } = of.contract.events;
        return [
          contract.added.of({ version_id: id, version_number: version_count + 1 }),
          ...(active_version_id === '' ? [versionActivated.of({ version_id: id, previous: '' })] : []),
        ];
      },
    });
    if (isRefusal(executed)) return executed;
    const { tip } = await context.tools.streams.current(aggregate, id);
    const result: Json = { version_id: id };
    return { ...executed, stream: streamOf(aggregate, id), revision: tip?.revision, result };
  };

const NOT_COPIED = ['status', 'id', 'user_id', 'asset_id'];

/** What the event that makes a version tells of another one that it is like. */
const copiedContent = <Known extends KnownVersion>(
  { own, assetField }: VersionKind<Known>,
  source: Known,
): Partial<Known> => {
  const without = [...NOT_COPIED, assetField, ...(own?.names ?? [])];
  const kept = Object.entries(source).filter(([field]) => !without.includes(field));
  return Object.fromEntries(kept) as Partial<Known>;
};

/** What a service does for the commands on versions of one kind of asset. */
export const versionCommands = <Known extends KnownVersion, Body extends VersionBody, Given, AssetBody>(
  kind: VersionKind<Known>,
  rules: VersionRules<Known, Body, Given, AssetBody>,
): readonly ServiceCommand[] => {
  const { aggregate, decide: its, contract } = kind;
  const { commands } = contract;
  const { of } = rules;
  const making = makingVersions(kind, rules);
  const change = changingVersions(kind, rules);
  const ids = idsIn(contract);
  return [
    // The schemas have checked the bodies: they are the kind's.
    serviceCommand(commands.create, (input, context) =>
      making.create(context, ids(input).assetId, (input.body ?? {}) as Body),
    ),
    serviceCommand(commands.duplicate, (input, context) => making.duplicate(context, ids(input))),
    serviceCommand(commands.update, (input, context) =>
      change(context, ids(input), {
        decide: (current) => {
          const body = input.body as Body;
          const own = rules.own(body);
          if (isRefusal(own)) return own;
          return its.update(current, current.asset_id, { ...namesIn(body), ...own });
        },
      }),
    ),
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
  { of }: Pick<VersionRules<Known, VersionBody, unknown, unknown>, 'of'>,
  context: CommandContext,
  { assetId, versionId, revision }: VersionIds & { readonly revision: number },
): Promise<Executed> => {
  const executed = await context.executeAddressed(aggregate, versionId, {
    given: async () => {
      const asset = await givenAsset(of, context, assetId, 'write');
      if (isRefusal(asset)) return asset;
      const sides = await readBeforeAndAfter(context, aggregate, versionId, revision)();
      const deleting = await givenAsset(of, context, assetId, 'delete');
      return { ...sides, asset, deleting: isRefusal(deleting) ? deleting : undefined, at: context.at };
    },
    decide: (state, around, tip) => decide.revert(state, { ...around, isFuture: isInFuture(revision, tip) }),
  });
  return tellingLater(context, aggregate, { id: versionId, revision }, viewOfVersion, executed);
};
