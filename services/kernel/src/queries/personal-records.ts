import type { Page, PageRequest } from '../paging/page.js';
import type { QueryContext } from '../context/query-context.js';

/** Records about a person that the person may take away. */
export interface PersonalRecords {
  /** Of the file in the archive, without its ending: `memberships`. Unique among all services. */
  readonly name: string;
  /** A page of those about the caller, sorted by `created_at`: nothing about others but their ids. */
  page(
    this: void,
    context: QueryContext,
    page: PageRequest,
  ): Promise<Page<Readonly<Record<string, unknown>>>>;
}
