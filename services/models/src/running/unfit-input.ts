/** Where in what was asked, and whether a body was no JSON at all. */
export interface UnfitPlace {
  /** A JSON pointer into the body. */
  readonly pointer?: string;
  readonly isMalformed?: boolean;
}

/** What a model was asked about does not fit; the message says what is wanted. */
export class UnfitInput extends Error {
  override readonly name = 'UnfitInput';

  constructor(
    message: string,
    readonly at: UnfitPlace = {},
  ) {
    super(message);
  }
}
