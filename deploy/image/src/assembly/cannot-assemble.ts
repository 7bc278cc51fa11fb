/** This machine, or this checkout, lacks something that the image is made of; the message says what, in one sentence. */
export class CannotAssemble extends Error {
  override readonly name = 'CannotAssemble';
}
