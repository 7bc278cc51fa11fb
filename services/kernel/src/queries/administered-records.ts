import type { AssetResource } from '@cairn/contracts';
import type { QueryContext } from '../context/query-context.js';

/** The lists in which administrators may see what a person has. */
export type AdministeredList = AssetResource | 'inferences' | 'shares';

/** Records of a person as administrators see them: what they are, and nothing of their content. */
export interface AdministeredRecords {
  readonly list: AdministeredList;
  /**
   * The newest of a person, the last comes first, whoever else may see them: only what is the administrators' asks for
   * them.
   */
  newest(
    this: void,
    context: Pick<QueryContext, 'principal' | 'today' | 'at'>,
    userId: string,
    most: number,
  ): Promise<readonly AdministeredRecord[]>;
}

/** A resource of the contract. */
export interface AdministeredRecord {
  readonly id: string;
  readonly created_at: string;
}
