import type {
  AccessAction,
  Admitted,
  CommandContext,
  OrganizationOf,
  RecordParts,
  Refusal,
  ServiceTools,
} from '@cairn/kernel';
import type { AssetKind } from '../domain/kind.js';
import type { AssetState, KnownAsset } from '../domain/state.js';
import { type Asking as Asker, callerFor } from './caller.js';

/** What is asked of a kind of asset. */
export interface Asked<Known extends KnownAsset> {
  readonly aggregate: AssetKind<Known>['aggregate'];
  readonly decide: Pick<AssetKind['decide'], 'mayAccess'>;
}

/** Who asks, and where streams are folded: a command, or a step of work. */
export type Asking = Asker & Pick<CommandContext, 'load'>;

/** Of who asks beside a command: streams are folded as they are now. */
export const askingNow = ({
  principal,
  at,
  tools,
}: Pick<CommandContext, 'principal' | 'at' | 'tools'>): Asking & { readonly tools: ServiceTools } => ({
  ...{ principal, at, tools },
  load: async (aggregate, id) => (await tools.streams.current(aggregate, id)).state,
});

/** The asset of a command or a step of work on what is in it, decided again whenever the decision is made again (S40). */
export const givenAsset = async <Known extends KnownAsset>(
  { aggregate, decide }: Asked<Known>,
  context: Asking,
  id: string,
  action: AccessAction,
): Promise<Known | Refusal> => {
  const state = await context.load(aggregate, id);
  return decide.mayAccess(await callerFor(context, state), state, action);
};

/** The asset that a stream belongs to, which says so in its state, or in the event that makes it: `dataset_id`. */
export const assetIdOf = (
  { contract: { called } }: Pick<AssetKind, 'contract'>,
  { state, events }: Pick<Admitted, 'state' | 'events'>,
): string => {
  const field = `${called}_id`;
  const id = fieldOf(state, field) ?? fieldOf(events[0]?.data, field) ?? fieldOf(valuesOf(state), field);
  if (id === undefined) throw new Error(`what is decided about tells no ${field}`);
  return id;
};

/** The fields of a record. */
const valuesOf = (state: unknown): unknown => (state as { readonly values?: unknown } | undefined)?.values;

const fieldOf = (value: unknown, field: string): string | undefined => {
  const found = (value as Readonly<Record<string, unknown>> | undefined)?.[field];
  return typeof found === 'string' ? found : undefined;
};

/** Whatever is in an asset is of its organization: versions, and what is in these. `nobodys`: records that are in none. */
export const organizationOfAssets =
  <Known extends KnownAsset>(
    kind: AssetKind<Known>,
    nobodys: readonly Pick<RecordParts, 'aggregates'>[] = [],
  ): ((tools: Pick<ServiceTools, 'streams'>) => OrganizationOf) =>
  ({ streams }) =>
  async (decided) => {
    const { aggregate, decide } = kind;
    if (nobodys.some(({ aggregates }) => aggregates.some(({ category }) => category === decided.category)))
      return null;
    if (decided.category === aggregate.category)
      return decide.organizationAfter(decided.state as AssetState<Known>, decided.events);
    const { state } = await streams.current(aggregate, assetIdOf(kind, decided));
    return state.status === 'none' ? undefined : state.organization_id;
  };
