import {
  type CommandContext,
  type CommandOutcome,
  isRefusal,
  type Json,
  type Refusal,
  type Step,
  step,
  streamOf,
} from '@cairn/kernel';
import { givenAsset } from '../application/asked.js';
import { callerFor } from '../application/caller.js';
import type { MadeWithVersion } from '../application/rules.js';
import { withoutAbsent } from '../domain/decisions.js';
import { visibleVersion } from './decisions.js';
import type { VersionKind } from './kind.js';
import type { NumberedBy, Put, Putting, VersionBody, VersionIds, VersionRules } from './rules.js';
import type { KnownVersion, VersionState } from './state.js';

/** What makes versions: with their asset, from a body, like another one. */
export const makingVersions = <Known extends KnownVersion, Body extends VersionBody, AssetBody>(
  kind: VersionKind<Known>,
  rules: VersionRules<Known, Body, AssetBody>,
) => {
  const { of, first: firstBody = () => ({}) as Body } = rules;
  const making = makingOf(kind, rules);
  const inAsset = takingIn(kind, of);
  return {
    /** Of the version that an asset is made with; the asset names it. */
    first: ({ context, id: assetId, versionId: id, body, organization }: MadeWithVersion<AssetBody>): Step =>
      making(context, { assetId, id }, { organization, given: async () => fromBody(rules, firstBody(body)) }),
    create: (context: CommandContext, assetId: string, body: Body): Promise<CommandOutcome> =>
      inAsset(context, assetId, (id) =>
        making(
          context,
          { assetId, id },
          {
            given: async () => {
              const asset = await givenAsset(of, context, assetId, 'write');
              return isRefusal(asset) ? asset : fromBody(rules, body);
            },
          },
        ),
      ),
    duplicate: (context: CommandContext, { assetId, versionId }: VersionIds): Promise<CommandOutcome> =>
      inAsset(context, assetId, (id) =>
        making(
          context,
          { assetId, id },
          {
            given: async () => {
              const asset = await givenAsset(of, context, assetId, 'write');
              if (isRefusal(asset)) return asset;
              const source = visibleVersion(await context.load(kind.aggregate, versionId), assetId);
              return isRefusal(source) ? source : likeAnother(kind, rules, source);
            },
          },
        ),
      ),
  };
};

/** What a new version is made of. */
interface Made<Known extends KnownVersion> {
  readonly content: Partial<Known>;
  readonly inside?: ((making: Putting & { readonly made: Known }) => Put) | undefined;
}

const fromBody = <Known extends KnownVersion, Body extends VersionBody, AssetBody>(
  { initial, own, brought }: VersionRules<Known, Body, AssetBody>,
  body: Body,
): Made<Known> | Refusal => {
  const fields = own(body);
  if (isRefusal(fields)) return fields;
  return {
    content: { ...initial, ...namesIn(body), ...fields },
    inside: brought && ((making) => brought({ ...making, body })),
  };
};

const likeAnother = <Known extends KnownVersion, Body extends VersionBody, AssetBody>(
  kind: VersionKind<Known>,
  { copied }: VersionRules<Known, Body, AssetBody>,
  source: Known,
): Made<Known> => ({
  content: copiedContent(kind, { ...source, version: '' }),
  inside: copied && ((making) => ({ events: copied({ ...making, source }) })),
});

/** What a body says of what all versions have. */
export const namesIn = ({ name, description, version }: VersionBody) =>
  withoutAbsent({ name, description, version });

/** The step that makes a version; what comes into it is asked about before. */
const makingOf =
  <Known extends KnownVersion, Body extends VersionBody, AssetBody>(
    { aggregate, decide }: VersionKind<Known>,
    { fresh, allowed }: VersionRules<Known, Body, AssetBody>,
  ) =>
  (
    context: CommandContext,
    { assetId: asset_id, id }: { readonly assetId: string; readonly id: string },
    {
      given,
      ...where
    }: {
      readonly organization?: string | null;
      readonly given: () => Promise<Made<Known> | Refusal>;
    },
  ): Step => {
    const { userId } = context.principal;
    const created = (
      state: VersionState<Known>,
      { content, inside }: Made<Known>,
      told?: (made: Known, put: Put) => void,
    ) =>
      decide.create(state, {
        ...{ id, asset_id, user_id: userId, content: { ...content, ...fresh?.(id) } },
        beside: (made) => {
          const put = inside?.({ made, userId, id: context.id }) ?? { events: [] };
          told?.(made, put);
          return put.events;
        },
      });
    return step(aggregate, id, {
      ...where,
      given: async () => {
        const made = await given();
        if (isRefusal(made)) return made;
        const puts: { readonly made: Known; readonly put: Put }[] = [];
        const decided = created(aggregate.initial, made, (version, put) => puts.push({ made: version, put }));
        if (isRefusal(decided)) return decided;
        for (const { made: version, put } of puts) {
          const refused = isRefusal(put.events)
            ? put.events
            : await allowed?.(context, version, put.events, put.pointerOf);
          if (refused !== undefined) return refused;
        }
        return made;
      },
      decide: (state, made) => created(state, made),
    });
  };

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
