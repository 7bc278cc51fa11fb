import { Readable } from 'node:stream';
import {
  type BucketLocationConstraint,
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
} from '@aws-sdk/client-s3';
import { unavailable } from './failures.js';
import { Refused, type Requests } from './requests.js';
import { watched } from './watched.js';

export interface StoredObject {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970, by the store's clock. */
  readonly modified: number;
}

/** Both ends inclusive. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** The region of a bucket whose making names none. */
const FIRST_REGION = 'us-east-1';

/** Finds, reads and removes objects in one bucket. */
export class Bucket {
  constructor(
    private readonly requests: Requests,
    /** Objects of a list that one request brings. */
    private readonly pageSize = 1_000,
  ) {}

  /** Looks into the bucket, and makes it when it is not there. */
  async prepare(region: string): Promise<void> {
    const { client, place, timeouts } = this.requests;
    const look = new ListObjectsV2Command({ Bucket: place.bucket, MaxKeys: 1 });
    const found = await this.requests.askUnless(
      ['NoSuchBucket'],
      'look into the bucket',
      timeouts.requestMs,
      (limits) => client.send(look, limits),
    );
    if (!(found instanceof Refused)) return;
    const make = new CreateBucketCommand({
      Bucket: place.bucket,
      CreateBucketConfiguration:
        region === FIRST_REGION ? {} : { LocationConstraint: region as BucketLocationConstraint },
    });
    await this.requests.askUnless(
      ['BucketAlreadyOwnedByYou'],
      'make the bucket',
      timeouts.requestMs,
      (limits) => client.send(make, limits),
    );
  }

  /** Every object whose key begins with the prefix, in the order of keys. */
  async *list(prefix: string): AsyncGenerator<StoredObject, void, void> {
    let page: ListObjectsV2CommandOutput | undefined;
    do {
      page = await this.#page(prefix, page?.NextContinuationToken);
      for (const { Key, Size, LastModified } of page.Contents ?? [])
        if (Key !== undefined && LastModified !== undefined)
          yield { key: Key, size: Size ?? 0, modified: LastModified.getTime() };
    } while (page.NextContinuationToken !== undefined);
  }

  /** The bytes of an object, or what there is of a range of them; `undefined` when it is not there. */
  async get(key: string, range: Range | undefined): Promise<Readable | undefined> {
    const { client, place, timeouts } = this.requests;
    const what = 'read a blob';
    const command = new GetObjectCommand({
      Bucket: place.bucket,
      Key: key,
      ...(range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }),
    });
    const reply = await this.requests.askForBytes(['NoSuchKey', 'InvalidRange'], what, (limits) =>
      client.send(command, limits),
    );
    if (reply instanceof Refused) return reply.code === 'NoSuchKey' ? undefined : Readable.from([]);
    if (!(reply.Body instanceof Readable)) throw unavailable(place, what, new Error('no bytes came'));
    return watched(reply.Body, timeouts.idleMs, (error) => unavailable(place, what, error));
  }

  /** Also when it is not there. */
  async remove(key: string): Promise<void> {
    const { client, place, timeouts } = this.requests;
    const command = new DeleteObjectCommand({ Bucket: place.bucket, Key: key });
    await this.requests.ask('remove a blob', timeouts.requestMs, (limits) => client.send(command, limits));
  }

  #page(prefix: string, from: string | undefined): Promise<ListObjectsV2CommandOutput> {
    const { client, place, timeouts } = this.requests;
    const command = new ListObjectsV2Command({
      Bucket: place.bucket,
      Prefix: prefix,
      MaxKeys: this.pageSize,
      ...(from === undefined ? {} : { ContinuationToken: from }),
    });
    return this.requests.ask('list blobs', timeouts.requestMs, (limits) => client.send(command, limits));
  }
}
