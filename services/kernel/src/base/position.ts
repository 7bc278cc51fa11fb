/** `<category>-<uuid>`: `dataset-0197…`. The category never contains `-`. */
export type StreamName = string;

/** A place in the log: an opaque text, ordered as text (`<` compares two of them). */
export type Position = string;

/** Stands before every position. */
export const START: Position = '';
