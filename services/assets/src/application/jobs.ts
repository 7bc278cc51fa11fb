import {
  type CancelRefusal,
  type CommandContext,
  isRefusal,
  type KnownJob,
  type QueryContext,
  refuse,
  scopesCover,
} from '@cairn/kernel';
import type { AssetKind } from '../domain/kind.js';
import type { KnownAsset } from '../domain/state.js';
import type { AssetDocument } from '../read-models/document.js';
import type { AssetReads } from '../read-models/reads.js';
import { givenAsset } from '../access/asked.js';

/** A job on what is in an asset may be cancelled by who may know of it, and asked for it or may write to the asset. */
export const cancelRefusalOf =
  <Asset extends KnownAsset, Known extends KnownJob>(
    kind: AssetKind<Asset>,
    assetOf: (job: Known) => string,
  ): CancelRefusal<Known> =>
  async (context: CommandContext, job) => {
    const { principal } = context;
    const isOwn = job.user_id === principal.userId;
    const [read, write] = [
      await givenAsset(kind, context, assetOf(job), 'read'),
      await givenAsset(kind, context, assetOf(job), 'write'),
    ];
    if (isRefusal(read) && (!isOwn || isRefusal(write)))
      return refuse('job_not_found', 'There is no such job.');
    const scope = `${kind.contract.resource}:write` as const;
    return !isRefusal(write) || (isOwn && scopesCover(principal.scopes, scope)) ? undefined : write;
  };

/** What a document of a job tells of its request. */
interface AskedJob {
  readonly user_id: string;
  readonly updated_at: string;
}

/** A job on what is in an asset is for those who may read that, and for who asked for it as long as they may write there. */
export const mayKnowJobOf =
  <Asset extends AssetDocument, Job extends AskedJob>(
    reads: Pick<AssetReads<Asset>, 'readable' | 'refusal'>,
    assetOf: (job: Job) => string,
  ) =>
  async (context: QueryContext, job: Job): Promise<boolean> => {
    // What a job tells of what it worked on is of the past by now.
    const then = { ...context, pointInTime: { at: job.updated_at } };
    return (
      (await reads.readable(then, assetOf(job))) !== undefined ||
      (job.user_id === context.principal.userId &&
        (await reads.refusal(context, assetOf(job), 'write')) === undefined)
    );
  };
