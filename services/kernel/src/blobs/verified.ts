import { createHash } from 'node:crypto';
import { Transform, pipeline, type Readable } from 'node:stream';

/** The bytes of a blob are not what its name says: they are not served (R11). */
export class BlobDamaged extends Error {
  override readonly name = 'BlobDamaged';
}

/**
 * The same bytes; the stream is destroyed with `BlobDamaged` in place of its end when their hash is not `sha256`.
 * Who reads it must take the end, not the last byte, for the proof.
 */
export const verified = (bytes: Readable, sha256: string, onDamage: () => void): Readable => {
  const hash = createHash('sha256');
  const check = new Transform({
    readableHighWaterMark: bytes.readableHighWaterMark,
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      done(null, chunk);
    },
    flush: (done) => {
      if (hash.digest('hex') === sha256) {
        done();
        return;
      }
      onDamage();
      done(new BlobDamaged(`blob ${sha256} is damaged`));
    },
  });
  return pipeline(bytes, check, () => {
    // What went wrong reaches the reader as the error of the stream given back.
  });
};
