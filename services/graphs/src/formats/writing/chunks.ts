const CHUNK_CHARACTERS = 64 * 1024;

/** Texts as bytes, gathered to chunks of about 64 KB. */
export async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array, void, void> {
  let gathered = '';
  for await (const text of texts) {
    gathered += text;
    if (gathered.length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(gathered);
    gathered = '';
  }
  if (gathered !== '') yield Buffer.from(gathered);
}

/** A batch of elements as one text. */
export async function* written<Item>(
  batches: AsyncIterable<readonly Item[]>,
  write: (item: Item) => string,
  separator: string,
): AsyncGenerator<string, void, void> {
  let before = '';
  for await (const batch of batches) {
    let text = '';
    for (const item of batch) {
      text += before + write(item);
      before = separator;
      if (text.length < CHUNK_CHARACTERS) continue;
      yield text;
      text = '';
    }
    if (text !== '') yield text;
  }
}
