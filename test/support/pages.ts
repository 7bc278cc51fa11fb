/** A page of a list, as the client answers it. */
interface Page<Element> {
  readonly body: readonly Element[];
  readonly headers: Headers;
}

/** The elements of a list from its first page to its last, each page asked for when its turn comes. */
export const elementsOf = async function* <Element>(
  ask: (cursor: { readonly cursor?: string }) => Promise<Page<Element>>,
): AsyncGenerator<Element, void> {
  for (let at: { readonly cursor?: string } = {}; ;) {
    const { body, headers } = await ask(at);
    yield* body;
    const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    const cursor = next === undefined ? null : new URL(next, 'http://cairn').searchParams.get('cursor');
    if (cursor === null) return;
    at = { cursor };
  }
};
