/** An answer that is text, complete but for the headers that every answer has. */
export interface Rendered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** `undefined` for 204. */
  readonly text: string | undefined;
}
