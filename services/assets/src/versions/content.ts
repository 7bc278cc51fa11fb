import { isRefusal, type Refusal } from '@cairn/kernel';
import { withoutAbsent } from '../domain/decisions.js';
import type { VersionBody, VersionRules } from './rules.js';
import type { KnownVersion } from './state.js';

/** What bodies make of the fields of versions: pure. `named`: the fields that follow from what the body names. */
export interface VersionContent<Known extends KnownVersion, Body extends VersionBody> {
  made(this: void, body: Body, named: Partial<Known>): Partial<Known> | Refusal;
  changed(this: void, current: Known, body: Body, named: Partial<Known>): Partial<Known> | Refusal;
}

export const versionContent = <Known extends KnownVersion, Body extends VersionBody, AssetBody>({
  initial,
  own,
}: Pick<VersionRules<Known, Body, AssetBody>, 'initial' | 'own'>): VersionContent<Known, Body> => ({
  made: (body, named) => {
    const fields = own(body);
    // What the body says wins; what follows stands behind it, as histories tell it.
    return isRefusal(fields) ? fields : { ...initial, ...namesIn(body), ...fields, ...named, ...fields };
  },
  changed: (current, body, named) => {
    const fields = own(body, current);
    return isRefusal(fields) ? fields : { ...named, ...namesIn(body), ...fields };
  },
});

/** What a body says of what all versions have. */
const namesIn = ({ name, description, version }: VersionBody) =>
  withoutAbsent({ name, description, version });
