/**
 * The same elements, the next of which is fetched while one is worked on. Whoever stops before the end stops the source
 * too, by its own signal.
 */
export async function* oneAhead<Element>(
  source: AsyncIterable<Element>,
): AsyncGenerator<Element, void, void> {
  const elements = source[Symbol.asyncIterator]();
  let next = fetched(elements);
  for (;;) {
    const outcome = await next;
    if ('error' in outcome) throw outcome.error;
    if (outcome.done) return;
    next = fetched(elements);
    yield outcome.value;
  }
}

type Fetched<Element> = { readonly error: unknown } | { done: false; value: Element } | { done: true };

/** As a value, so that a failure that nobody comes back for is none of the process. */
const fetched = async <Element>(elements: AsyncIterator<Element>): Promise<Fetched<Element>> => {
  try {
    const result = await elements.next();
    return result.done === true ? { done: true } : { done: false, value: result.value };
  } catch (error) {
    return { error };
  }
};
