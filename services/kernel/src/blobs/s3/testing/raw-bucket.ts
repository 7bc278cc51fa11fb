import {
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { S3BlobsOptions } from '../options.js';

/** A bucket behind the adapter's back, for specs. */
export class RawBucket {
  readonly #client: S3Client;

  constructor(private readonly options: S3BlobsOptions) {
    const { endpoint, region, accessKeyId = '', secretAccessKey = '' } = options;
    this.#client = new S3Client({
      endpoint,
      region,
      credentials: { accessKeyId, secretAccessKey },
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      requestHandler: { httpAgent: { keepAlive: false, maxSockets: 20 } },
    });
  }

  /** The first thousand objects. */
  async list(): Promise<readonly { readonly key: string; readonly modified: number }[]> {
    const { Contents = [] } = await this.#client.send(
      new ListObjectsV2Command({ Bucket: this.options.bucket }),
    );
    return Contents.map(({ Key = '', LastModified }) => ({
      key: Key,
      modified: LastModified?.getTime() ?? 0,
    }));
  }

  async keys(): Promise<readonly string[]> {
    return (await this.list()).map(({ key }) => key);
  }

  async put(key: string, body: string | Uint8Array): Promise<void> {
    const command = { Bucket: this.options.bucket, Key: key, Body: Buffer.from(body) };
    await this.#client.send(new PutObjectCommand(command));
  }

  async remove(key: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand({ Bucket: this.options.bucket, Key: key }));
  }

  /** Removes the bucket with what is in it. */
  async removeAll(): Promise<void> {
    for (const key of await this.keys()) await this.remove(key);
    await this.#client.send(new DeleteBucketCommand({ Bucket: this.options.bucket }));
  }

  /** Begins an upload in parts, as a process does that dies. */
  async begin(key: string): Promise<void> {
    await this.#client.send(new CreateMultipartUploadCommand({ Bucket: this.options.bucket, Key: key }));
  }

  /** Keys of uploads that are not finished. */
  async unfinished(): Promise<readonly string[]> {
    const { Uploads = [] } = await this.#client.send(
      new ListMultipartUploadsCommand({ Bucket: this.options.bucket }),
    );
    return Uploads.map(({ Key = '' }) => Key);
  }
}
