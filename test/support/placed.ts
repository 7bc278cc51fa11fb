import type { Visibility } from '@cairn/contracts';

/** Who sees an asset, and in which groups it is. */
export interface Placed {
  readonly visibility: Visibility;
  readonly organization_id?: string;
  readonly project_id?: string;
}
