/** What a model was asked about does not fit; the message says what is wanted. */
export class UnfitInput extends Error {
  override readonly name = 'UnfitInput';
}
