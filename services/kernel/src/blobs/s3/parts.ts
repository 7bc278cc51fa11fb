import { webcrypto } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  type CompletedPart,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { Arrived } from '../incoming.js';
import { hashedAs } from './content-hash.js';
import { unavailable } from './failures.js';
import type { Requests } from './requests.js';

/** So many are in memory and on their way at once. */
const AT_ONCE = 2;
/** S3 takes no more in one object. */
const MOST_PARTS = 10_000;

interface Upload {
  readonly key: string;
  readonly id: string;
}

export interface UnfinishedUpload extends Upload {
  /** Milliseconds since 1970, by the store's clock. */
  readonly begun: number;
}

/** Objects that go in parts: nothing of one is seen before all of it is there. */
export class Parts {
  constructor(private readonly requests: Requests) {}

  /** What fails is abandoned; what cannot even be abandoned now is left among the unfinished. */
  async put(key: string, arrived: Arrived, partBytes: number): Promise<void> {
    const upload = await this.#begin(key);
    try {
      const parts = await this.#sendAll(upload, arrived, partBytes);
      await this.#complete(upload, parts);
    } catch (error) {
      await Promise.allSettled([this.abandon(upload)]);
      throw error;
    }
  }

  /** Uploads below the prefix that nobody finished yet. */
  async *unfinished(prefix: string): AsyncGenerator<UnfinishedUpload, void, void> {
    let page: ListMultipartUploadsCommandOutput | undefined;
    do {
      page = await this.#pageOfUnfinished(prefix, page);
      for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
        if (Key !== undefined && UploadId !== undefined && Initiated !== undefined)
          yield { key: Key, id: UploadId, begun: Initiated.getTime() };
    } while (page.IsTruncated === true);
  }

  /** Also when it is not known any more. */
  async abandon({ key, id }: Upload): Promise<void> {
    const { client, place, timeouts } = this.requests;
    const command = new AbortMultipartUploadCommand({ Bucket: place.bucket, Key: key, UploadId: id });
    await this.requests.askUnless(['NoSuchUpload'], 'abandon an upload', timeouts.requestMs, (limits) =>
      client.send(command, limits),
    );
  }

  async #begin(key: string): Promise<Upload> {
    const { client, place, timeouts } = this.requests;
    const what = 'begin to write a large blob';
    const command = new CreateMultipartUploadCommand({ Bucket: place.bucket, Key: key });
    const { UploadId } = await this.requests.ask(what, timeouts.requestMs, (limits) =>
      client.send(command, limits),
    );
    if (UploadId === undefined) throw unavailable(place, what, new Error('the upload has no id'));
    return { key, id: UploadId };
  }

  async #sendAll(upload: Upload, arrived: Arrived, partBytes: number): Promise<CompletedPart[]> {
    const bytes = Math.max(partBytes, Math.ceil(arrived.size / MOST_PARTS));
    const waiting = Array.from({ length: Math.ceil(arrived.size / bytes) }, (_, index) => index).values();
    const sent: CompletedPart[] = [];
    let failed = false;
    const lane = async (): Promise<void> => {
      const buffer = Buffer.allocUnsafe(bytes);
      for (const index of waiting) {
        if (failed) return;
        const part = buffer.subarray(0, Math.min(bytes, arrived.size - index * bytes));
        await arrived.read(part, index * bytes);
        sent[index] = await this.#send(upload, index + 1, part);
      }
    };
    const lanes = Array.from({ length: AT_ONCE }, () =>
      lane().catch((error: unknown) => {
        failed = true;
        throw error;
      }),
    );
    // Every lane has ended before the file that they read from is closed.
    for (const result of await Promise.allSettled(lanes))
      if (result.status === 'rejected') throw result.reason;
    return sent;
  }

  async #send({ key, id }: Upload, number: number, part: Buffer): Promise<CompletedPart> {
    const { client, place, timeouts } = this.requests;
    // Not on this thread, which has requests to answer.
    const sha256 = Buffer.from(await webcrypto.subtle.digest('SHA-256', part)).toString('hex');
    const command = new UploadPartCommand({
      Bucket: place.bucket,
      Key: key,
      UploadId: id,
      PartNumber: number,
      Body: part,
    });
    command.middlewareStack.add((next) => (args) => next(hashedAs(sha256, args)), { step: 'build' });
    const { ETag } = await this.requests.ask('write a part of a blob', timeouts.transferMs, (limits) =>
      client.send(command, limits),
    );
    return { PartNumber: number, ...(ETag === undefined ? {} : { ETag }) };
  }

  /** An upload that is not known any more was completed by a request whose answer was lost. */
  async #complete({ key, id }: Upload, parts: CompletedPart[]): Promise<void> {
    const { client, place, timeouts } = this.requests;
    const command = new CompleteMultipartUploadCommand({
      Bucket: place.bucket,
      Key: key,
      UploadId: id,
      MultipartUpload: { Parts: parts },
    });
    await this.requests.askUnless(
      ['NoSuchUpload'],
      'put a large blob together',
      timeouts.transferMs,
      (limits) => client.send(command, limits),
    );
  }

  #pageOfUnfinished(
    prefix: string,
    after: ListMultipartUploadsCommandOutput | undefined,
  ): Promise<ListMultipartUploadsCommandOutput> {
    const { client, place, timeouts } = this.requests;
    const command = new ListMultipartUploadsCommand({
      Bucket: place.bucket,
      Prefix: prefix,
      ...(after?.NextKeyMarker === undefined ? {} : { KeyMarker: after.NextKeyMarker }),
      ...(after?.NextUploadIdMarker === undefined ? {} : { UploadIdMarker: after.NextUploadIdMarker }),
    });
    return this.requests.ask('list unfinished uploads', timeouts.requestMs, (limits) =>
      client.send(command, limits),
    );
  }
}
