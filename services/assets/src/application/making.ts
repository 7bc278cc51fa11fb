import type { AnyAsset } from '@cairn/contracts';
import {
  type AssetCaller,
  type Caller,
  callerOf,
  type CommandContext,
  type Decision,
  type Executed,
  isRefusal,
  type Refusal,
  refuse,
} from '@cairn/kernel';
import { withoutAbsent } from '../domain/decisions.js';
import type { AssetContent } from '../domain/difference.js';
import type { AssetKind } from '../domain/kind.js';
import type { AssetState, KnownAsset } from '../domain/state.js';
import type { Groups } from '../domain/visibility.js';
import { callerFor, groupsAfter } from '../access/caller.js';
import type { AssetBody, AssetRules, Wish } from './rules.js';
import { placeAfter } from './transfer.js';

/** What is known of a new asset when it is decided about. */
export interface Made<Given> {
  readonly id: string;
  /** Empty: it begins without one. */
  readonly versionId: string;
  /** Those that the caller may put it into. */
  readonly groups: Groups;
  readonly given: Given;
}

/** What stands around an asset that is to be changed. */
export interface Around<Given> {
  /** Whether the version that shall be active is one of the asset's that is there. */
  readonly versionIsOwn: boolean;
  /** Those that it is in afterwards; a refusal is told to who may write it. */
  readonly groups: Groups | Refusal;
  readonly given: Given;
  readonly caller: AssetCaller;
}

type Wanted<Known extends KnownAsset> = Partial<AssetContent<Known>>;

/** What is decided about making and changing assets of one kind. */
export interface AssetMaking<Known extends KnownAsset, Body extends AssetBody, Given> extends ReturnType<
  typeof assetMaking<Known, Body, Given>
> {}

/** Settings may be large: what a body wants is worked out once. */
const oncePerBody = <Body extends object, Own>(work: (body: Body) => Own): ((body: Body) => Own) => {
  const known = new WeakMap<Body, { readonly own: Own }>();
  return (body) => {
    const { own } = known.get(body) ?? { own: work(body) };
    known.set(body, { own });
    return own;
  };
};

/** What is decided about making and changing assets of one kind: pure. */
export const assetMaking = <Known extends KnownAsset, Body extends AssetBody, Given>(
  { contract, decide }: AssetKind<Known>,
  rules: AssetRules<Known, Body, Given>,
) => {
  const ownOf = oncePerBody(rules.own);
  const checked = (wish: Wish<Known>, given: Given): Refusal | undefined => rules.check?.({ ...wish, given });
  /** What a body wants of its own fields, and of the active version. */
  const wantedBy = (body: Body): Wanted<Known> => {
    const own = ownOf(body);
    const { active_version_id } = body;
    // The fields of a state are the kind's own and those that all have: this is one of these.
    return { ...(isRefusal(own) ? {} : own), ...withoutAbsent({ active_version_id }) } as Wanted<Known>;
  };
  return {
    checked,
    wantedBy,
    create: (
      state: AssetState<Known>,
      body: Body & { readonly name: string },
      { given, ...made }: Made<Given>,
      caller: Caller,
    ): Decision => {
      const created = decide.created(state, { ...made, body }, caller);
      if (isRefusal(created)) return created;
      const own = ownOf(body);
      const wanted = { ...rules.initial, ...wantedBy(body) };
      const refused = checked({ action: 'create', current: undefined, wanted }, given);
      if (refused !== undefined) return refused;
      return isRefusal(own) ? own : [contract.events.created.of({ ...created, ...rules.initial, ...own })];
    },
    update: (
      state: AssetState<Known>,
      body: Body,
      { versionIsOwn, groups, given, caller }: Around<Given>,
    ): Decision => {
      const current = decide.mayAccess(caller, state, 'write');
      if (isRefusal(current)) return current;
      const wanted = wantedBy(body);
      const refused =
        foreignVersion(contract, body, versionIsOwn) ?? checked({ action: 'update', current, wanted }, given);
      if (refused !== undefined) return refused;
      if (isRefusal(groups)) return groups;
      const shared = decide.changed(current, { body, groups }, caller);
      if (isRefusal(shared)) return shared;
      const own = ownOf(body);
      return isRefusal(own) ? own : decide.eventsToReach(current, { ...shared, ...wanted }, caller);
    },
  };
};

const foreignVersion = (
  { called }: AnyAsset,
  { active_version_id }: AssetBody,
  versionIsOwn: boolean,
): Refusal | undefined =>
  active_version_id !== undefined && !versionIsOwn
    ? refuse('foreign_version', `active_version_id names no version of this ${called}.`)
    : undefined;

/** Makes one: what is invisible without it first (law 5). */
export const creatingAssets = <Known extends KnownAsset, Body extends AssetBody, Given>(
  { aggregate, name, decide }: AssetKind<Known>,
  rules: AssetRules<Known, Body, Given>,
  making: AssetMaking<Known, Body, Given>,
) => {
  const { first } = rules.versions;
  const givenFor = givenOf(rules);
  return async (context: CommandContext, body: Body & { readonly name: string }): Promise<Executed> => {
    const groups = await groupsAfter(context, name, body);
    if (isRefusal(groups)) return groups;
    const id = context.id(name.called);
    const wish = { action: 'create', current: undefined, wanted: making.wantedBy(body) } as const;
    const given = await givenFor({ ...wish, context });
    const versionId = first === undefined ? '' : context.id('version');
    const made = (state: AssetState<Known>): Decision =>
      making.create(state, body, { id, versionId, groups, given }, callerOf(context));
    const decided = made(aggregate.initial);
    if (isRefusal(decided)) return decided;
    const organization = decide.organizationAfter(aggregate.initial, decided) ?? null;
    const before = first === undefined ? [] : [first({ context, id, versionId, body, organization })];
    return context.executeInOrder(before, aggregate, id, {
      decide: (state) => (state === aggregate.initial ? decided : made(state)),
    });
  };
};

/** Changes one. */
export const updatingAssets = <Known extends KnownAsset, Body extends AssetBody, Given>(
  { aggregate, name }: AssetKind<Known>,
  rules: AssetRules<Known, Body, Given>,
  making: AssetMaking<Known, Body, Given>,
) => {
  const givenFor = givenOf(rules);
  const around = async (
    context: CommandContext,
    state: AssetState<Known>,
    body: Body,
  ): Promise<Around<Given>> => {
    const current = state.status === 'none' ? undefined : state;
    const { active_version_id: active } = body;
    return {
      versionIsOwn:
        current !== undefined &&
        active !== undefined &&
        (await rules.versions.isOwn(context, current.id, active)),
      given: await givenFor({ context, action: 'update', current, wanted: making.wantedBy(body) }),
      groups: current === undefined ? NOWHERE : await placeAfter(context, name, current, body),
      caller: await callerFor(context, state),
    };
  };
  return (context: CommandContext, id: string, body: Body): Promise<Executed> =>
    context.executeAddressed(aggregate, id, {
      given: (state) => around(context, state, body),
      decide: (state, given) => making.update(state, body, given),
    });
};

const NOWHERE: Groups = { organization_id: null, project_id: null };

/** What other streams say of a wish; nothing where the kind asks for nothing. */
export const givenOf =
  <Known extends KnownAsset, Body extends AssetBody, Given>({ given }: AssetRules<Known, Body, Given>) =>
  async (asked: Wish<Known> & { readonly context: CommandContext }): Promise<Given> =>
    (await given?.(asked)) as Given;
