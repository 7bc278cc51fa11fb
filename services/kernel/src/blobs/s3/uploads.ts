import { PutObjectCommand } from '@aws-sdk/client-s3';
import type { Arrived } from '../incoming.js';
import { hashedAs } from './content-hash.js';
import { Parts } from './parts.js';
import type { Requests } from './requests.js';

/** Larger blobs go in parts of this size. */
const PART_BYTES = 8 * 1024 * 1024;

/** Writes objects. Each appears whole or not at all, and S3 compares what arrives with its hash. */
export class Uploads {
  readonly #parts: Parts;

  constructor(private readonly requests: Requests) {
    this.#parts = new Parts(requests);
  }

  async put(key: string, arrived: Arrived): Promise<void> {
    if (arrived.size > PART_BYTES) {
      await this.#parts.put(key, arrived, PART_BYTES);
      return;
    }
    const { client, place, timeouts } = this.requests;
    const body = Buffer.allocUnsafe(arrived.size);
    await arrived.read(body, 0);
    const command = new PutObjectCommand({ Bucket: place.bucket, Key: key, Body: body });
    command.middlewareStack.add((next) => (args) => next(hashedAs(arrived.sha256, args)), { step: 'build' });
    const withinMs = timeouts.requestMs + Math.ceil(timeouts.transferMs * (arrived.size / PART_BYTES));
    await this.requests.ask('write a blob', withinMs, (limits) => client.send(command, limits));
  }

  /** Writes an object of no bytes. */
  async putMark(key: string): Promise<void> {
    const { client, place, timeouts } = this.requests;
    const command = new PutObjectCommand({ Bucket: place.bucket, Key: key, Body: new Uint8Array() });
    await this.requests.ask('mark a blob', timeouts.requestMs, (limits) => client.send(command, limits));
  }

  /** Forgets uploads of the objects that `isOurs` names, when they were begun before that time (ms since 1970). */
  async abandonOlder(prefix: string, isOurs: (key: string) => boolean, before: number): Promise<void> {
    for await (const upload of this.#parts.unfinished(prefix))
      if (isOurs(upload.key) && upload.begun < before) await this.#parts.abandon(upload);
  }
}
