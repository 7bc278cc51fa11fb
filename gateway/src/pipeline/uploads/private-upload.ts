import { anonymous, type Blobs, SealedBlobs } from '@cairn/kernel';
import type { UploadedFile } from '../../call/call.js';
import type { Dependencies } from '../dependencies.js';
import type { Exchange } from '../exchange.js';
import { contextNow } from '../point-in-time.js';
import type { Found } from '../router.js';
import type { Received } from './raw.js';

/** What an upload of which nothing may be kept is stored in; `undefined` of all others. */
export const sealsFor = async (
  { principal = anonymous }: Pick<Exchange, 'principal'>,
  { route, params }: Found,
  dependencies: Dependencies,
  blobs: Pick<Blobs, 'put'>,
): Promise<SealedBlobs | undefined> => {
  const { isPrivateUpload } = route.handler;
  const isPrivate = await isPrivateUpload?.(contextNow(dependencies, principal), params);
  return isPrivate === true ? new SealedBlobs(blobs) : undefined;
};

/** An upload with what opens its files. */
export const withKeys = (received: Received, seals: SealedBlobs): Received =>
  eachFile(received, (file) => ({ ...file, key: seals.sealOf(file.sha256).key }));

/** An upload by what came: the same files sent again are the same upload, whatever they are sealed under. */
export const asItCame = (received: Received, seals: SealedBlobs): Received =>
  eachFile(received, (file) => ({ ...file, sha256: seals.sealOf(file.sha256).plainHash }));

const eachFile = ({ files, fields }: Received, change: (file: UploadedFile) => UploadedFile): Received => ({
  files: files.map(change),
  fields,
});
