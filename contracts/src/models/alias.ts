import { type Static, Type } from '@sinclair/typebox';
import { resource } from '../kit/resource.js';
import { Uuid } from '../kit/schemas.js';

/** A name that one version of a model has at a time. */
export const Alias = Type.String({
  pattern: /^[a-z0-9][a-z0-9_-]{0,49}$/.source,
  description: 'Small letters, digits, `_` and `-`; begins with a letter or a digit; 50 characters at most.',
});

/** So many has a model. */
export const MOST_ALIASES = 50;

/** The versions of a model that have an alias, by it. */
export const Aliases = Type.Record(Type.String(), Uuid, {
  description: 'Which version each alias names.',
});
export type Aliases = Readonly<Static<typeof Aliases>>;

export const ModelAliasInput = resource('ModelAliasInput', { version_id: Uuid });
export type ModelAliasInput = Readonly<Static<typeof ModelAliasInput>>;
