import type { EventDefinition } from '@cairn/contracts';
import {
  type AssetCaller,
  type CommandContext,
  type CommandOutcome,
  type Decision,
  isRefusal,
  type Json,
  type Refusal,
  type Step,
  step,
  streamOf,
} from '@cairn/kernel';
import { givenAsset } from '../access/asked.js';
import { callerFor } from '../access/caller.js';
import type { MadeWithVersion } from '../application/rules.js';
import { activated } from '../domain/difference.js';
import type { NumberingAsset } from '../domain/kind.js';
import type { AssetState } from '../domain/state.js';
import { versionContent } from './content.js';
import { visibleVersion } from './decisions.js';
import type { VersionKind } from './kind.js';
import type { Naming, NumberedBy, Put, Putting, VersionBody, VersionIds, VersionRules } from './rules.js';
import type { KnownVersion, VersionState } from './state.js';

/** What a version is made with beside what its body says. */
export interface MadeBeside<Known extends KnownVersion> {
  /** What comes into it in place of what its body brings, once the caller may write the asset; or why it is not made. */
  inside?(this: void): Promise<((made: Known) => Decision) | Refusal>;
  /** Why the asset, of its kind, does not take it in as it is then. */
  refused?(this: void, asset: NumberingAsset): Refusal | undefined;
}

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
      making(
        context,
        { assetId, id },
        { organization, given: () => fromBody(rules, { context, body: firstBody(body), asset: undefined }) },
      ),
    create: (
      context: CommandContext,
      assetId: string,
      body: Body,
      { inside, refused }: MadeBeside<Known> = {},
    ): Promise<CommandOutcome> => {
      const given = () => inItsAsset(rules, { context, assetId, body, inside });
      return inAsset(context, assetId, (id) => making(context, { assetId, id }, { given }), refused);
    },
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
              if (isRefusal(source)) return source;
              return (await rules.copyRefusal?.(context, source)) ?? likeAnother(kind, rules, source);
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

/** Of a version that is made in an asset that is there. */
const inItsAsset = async <Known extends KnownVersion, Body extends VersionBody, AssetBody>(
  rules: VersionRules<Known, Body, AssetBody>,
  {
    context,
    assetId,
    body,
    inside,
  }: Pick<Naming<Known, Body>, 'context' | 'body'> & {
    readonly assetId: string;
    readonly inside: MadeBeside<Known>['inside'];
  },
): Promise<Made<Known> | Refusal> => {
  const asset = await givenAsset(rules.of, context, assetId, 'write');
  if (isRefusal(asset)) return asset;
  const made = await fromBody(rules, { context, body, asset });
  if (isRefusal(made) || inside === undefined) return made;
  const decided = await inside();
  return isRefusal(decided)
    ? decided
    : { ...made, inside: ({ made: version }) => ({ events: decided(version) }) };
};

const fromBody = async <Known extends KnownVersion, Body extends VersionBody, AssetBody>(
  rules: VersionRules<Known, Body, AssetBody>,
  naming: Omit<Naming<Known, Body>, 'current'>,
): Promise<Made<Known> | Refusal> => {
  const { body } = naming;
  const { brought } = rules;
  const named = (await rules.named?.({ ...naming, current: undefined })) ?? {};
  if (isRefusal(named)) return named;
  const content = versionContent(rules).made(body, named);
  if (isRefusal(content)) return content;
  return { content, inside: brought && ((making) => brought({ ...making, body })) };
};

const likeAnother = <Known extends KnownVersion, Body extends VersionBody, AssetBody>(
  kind: VersionKind<Known>,
  { copied }: VersionRules<Known, Body, AssetBody>,
  source: Known,
): Made<Known> => ({
  content: copiedContent(kind, { ...source, version: '' }),
  inside: copied && ((making) => ({ events: copied({ ...making, source }) })),
});

/** Of one version, which is decided twice alike: a canvas takes its time. */
const onceMade = <Making>(inside: (making: Making) => Put): typeof inside => {
  let put: Put | undefined;
  return (making) => (put ??= inside(making));
};

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
        const asked = await given();
        if (isRefusal(asked)) return asked;
        const made = { ...asked, inside: asked.inside && onceMade(asked.inside) };
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
  async (
    context: CommandContext,
    assetId: string,
    made: (id: string) => Step,
    refused?: MadeBeside<Known>['refused'],
  ): Promise<CommandOutcome> => {
    const id = context.id('version');
    const executed = await context.executeInOrder([made(id)], of.aggregate, assetId, {
      given: (state) => callerFor(context, state),
      decide: (state, caller) => takenIn(of, contract.added, state, { id, refused }, caller),
    });
    if (isRefusal(executed)) return executed;
    const { tip } = await context.tools.streams.current(aggregate, id);
    const result: Json = { version_id: id };
    return { ...executed, stream: streamOf(aggregate, id), revision: tip?.revision, result };
  };

/** How an asset takes in a version that was made just before: its stream gives the numbers. Pure. */
export const takenIn = (
  { decide, contract: { events } }: NumberedBy,
  added: EventDefinition,
  state: AssetState<NumberingAsset>,
  {
    id: version_id,
    refused,
  }: { readonly id: string; readonly refused?: MadeBeside<KnownVersion>['refused'] | undefined },
  caller: AssetCaller,
): Decision => {
  const asset = decide.mayAccess(caller, state, 'write');
  if (isRefusal(asset)) return asset;
  const { version_count, active_version_id } = asset;
  return (
    refused?.(asset) ?? [
      added.of({ version_id, version_number: version_count + 1 }),
      ...(active_version_id === '' ? [activated(events, asset, version_id, caller)] : []),
    ]
  );
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
