/** One entry of the catalogue. */
export interface ErrorDefinition {
  /** The HTTP status of the answer. */
  readonly status: number;
  /** A short name for people; the problem's `title`. */
  readonly title: string;
  /** A sentence for the caller; the problem's `detail` when nothing more precise may be said. */
  readonly text: string;
  /** When it happens and what helps, for the documents page. */
  readonly when: string;
}
