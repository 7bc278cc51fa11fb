import { type Static, Type } from '@sinclair/typebox';
import { resource } from '../../kit/resource.js';
import { Nullable, Time, Uuid } from '../../kit/schemas.js';

const MOST_OVERRIDES = 1_000;
const NO_BOUND = 'null or 0 is no bound.';

const bound = (description: string) =>
  Nullable(
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: `${description} ${NO_BOUND}` }),
  );

const bounds = {
  bytes: bound('Bytes of files and events.'),
  items: bound('Items.'),
  datasets: bound('Datasets.'),
};
const Bounds = Type.Object(bounds);
const SomeBounds = Type.Partial(Bounds);
/** What somebody may hold; null is no bound. */
export type QuotaBounds = Readonly<Static<typeof Bounds>>;
export type SomeQuotaBounds = Readonly<Static<typeof SomeBounds>>;

const plans = { free: SomeBounds, pro: SomeBounds, enterprise: SomeBounds };

/** Other bounds for one account or organization; what it does not name is what it would be without. */
export const QuotaOverride = resource('QuotaOverride', {
  user_id: Type.Optional(Uuid),
  organization_id: Type.Optional(Uuid),
  bytes: Type.Optional(bounds.bytes),
  items: Type.Optional(bounds.items),
  datasets: Type.Optional(bounds.datasets),
});
export type QuotaOverride = Readonly<Static<typeof QuotaOverride>>;

const content = {
  accounts: Bounds,
  plans: Type.Object(plans, {
    description:
      'Of organizations. One whose plan has none, and that no override names, has no quota of its own.',
  }),
  overrides: Type.Array(QuotaOverride),
};

/** What an administrator can set of the quotas. */
export const QuotaContent = Type.Object({ ...content, accounts: SomeBounds });
export type QuotaContent = Readonly<Static<typeof QuotaContent>>;

export const QuotaSettings = resource('QuotaSettings', {
  ...content,
  updated_at: Nullable(Time),
  updated_by: Nullable(Type.String({ description: 'Id of the user.' })),
});
export type QuotaSettings = Readonly<Static<typeof QuotaSettings>>;

export const QuotaChanges = resource('QuotaChanges', {
  accounts: Type.Optional(SomeBounds),
  plans: Type.Optional(Type.Partial(Type.Object(plans))),
  overrides: Type.Optional(Type.Array(QuotaOverride, { maxItems: MOST_OVERRIDES })),
});
export type QuotaChanges = Readonly<Static<typeof QuotaChanges>>;
