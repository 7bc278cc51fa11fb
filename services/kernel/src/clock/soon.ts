/** What is at hand, or comes. */
export type Soon<Value> = Value | Promise<Value>;

/** Goes on with a value: at once where it is at hand, so that nobody waits a turn for nothing. */
export const andThen = <Value, Next>(value: Soon<Value>, go: (value: Value) => Next): Soon<Next> =>
  value instanceof Promise ? value.then(go) : go(value);

/** Waits for those of many that are not at hand. */
export const allOf = <Value>(values: readonly Soon<Value>[]): Soon<readonly Value[]> =>
  areAtHand(values) ? values : Promise.all(values);

const areAtHand = <Value>(values: readonly Soon<Value>[]): values is readonly Value[] =>
  !values.some((value) => value instanceof Promise);
