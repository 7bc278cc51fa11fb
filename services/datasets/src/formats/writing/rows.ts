/** Rows as bytes, gathered to chunks of about 64 KB so that a row costs no write of its own. */
export async function* encoded(rows: AsyncIterable<string>): AsyncGenerator<Uint8Array, void, void> {
  let gathered: string[] = [];
  let length = 0;
  for await (const row of rows) {
    gathered.push(row);
    length += row.length;
    if (length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(gathered.join(''));
    [gathered, length] = [[], 0];
  }
  if (gathered.length > 0) yield Buffer.from(gathered.join(''));
}

const CHUNK_CHARACTERS = 64 * 1024;
