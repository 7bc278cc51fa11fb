import { Readable } from 'node:stream';

const READ_BYTES = 256 * 1024;

/**
 * The same bytes; the stream fails with what `explain` makes of it when the connection breaks or when its reader waits
 * longer than `idleMs` for the next bytes. A reader that takes its time is not held against the server.
 */
export const watched = (body: Readable, idleMs: number, explain: (error: unknown) => Error): Readable => {
  // A connection that breaks before anybody reads is told to the first who does.
  body.on('error', () => undefined);
  const bytes = Readable.from(chunksOf(body, idleMs, explain), {
    objectMode: false,
    highWaterMark: READ_BYTES,
  });
  return bytes.on('close', () => body.destroy());
};

async function* chunksOf(
  body: Readable,
  idleMs: number,
  explain: (error: unknown) => Error,
): AsyncGenerator<Uint8Array, void, void> {
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  for (;;) {
    const next = await nextOf(chunks, body, idleMs, explain);
    if (next.done === true) return;
    yield next.value;
  }
}

const nextOf = async (
  chunks: AsyncIterator<Uint8Array>,
  body: Readable,
  idleMs: number,
  explain: (error: unknown) => Error,
): Promise<IteratorResult<Uint8Array>> => {
  const timer = setTimeout(() => body.destroy(new Error(`no bytes came for ${idleMs} ms`)), idleMs);
  try {
    return await chunks.next();
  } catch (error) {
    throw explain(error);
  } finally {
    clearTimeout(timer);
  }
};
