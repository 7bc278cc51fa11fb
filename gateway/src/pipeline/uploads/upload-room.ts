import type { AccountRooms, Blobs, Room } from '@cairn/kernel';
import type { AnyHandler } from '../../call/handler.js';
import { Problem, refusedProblem } from '../../problems/problem.js';
import type { Exchange } from '../exchange.js';
import type { Found } from '../router.js';
import type { Dependencies } from '../dependencies.js';

/** Blobs that take what the account has left that an upload is charged to. */
export interface UploadRoom {
  within(this: void, blobs: Pick<Blobs, 'put'>): Pick<Blobs, 'put'>;
}

/** What a form adds to the size of its file at most, as far as it is announced. */
const FORM_BYTES = 2_000_000;

interface Uploading {
  readonly request: Pick<Exchange['request'], 'headers'>;
  readonly principal: Exchange['principal'];
}
interface Target extends Pick<Found, 'params'> {
  readonly route: { readonly handler: Pick<AnyHandler, 'charged'> };
}
interface Asked {
  readonly accounts: AccountRooms;
  readonly unusedUploads: Pick<Dependencies['unusedUploads'], 'refuse'>;
}

/**
 * Refuses an upload before a byte of it is stored when its account has no room for what is announced, or when its caller
 * sent too much for nothing; what is longer than announced, or not announced, is cut off where the room ends.
 */
export const uploadRoom = async (
  { request, principal }: Uploading,
  { route, params }: Target,
  { accounts, unusedUploads }: Asked,
  isForm: boolean,
): Promise<UploadRoom> => {
  await unusedUploads.refuse(principal?.userId ?? '');
  const { charged } = route.handler;
  if (charged === undefined) return { within: (blobs) => blobs };
  const ask = (bytes: number): Promise<Room> => accounts.inAsset(charged(params), { bytes });
  const announced = Number(request.headers['content-length'] ?? 0) - (isForm ? FORM_BYTES : 0);
  const { refusal, bytesLeft } = await ask(Math.max(1, announced));
  if (refusal !== undefined) throw refusedProblem(refusal);
  return { within: (blobs) => (bytesLeft === Infinity ? blobs : withinRoom(blobs, bytesLeft, ask)) };
};

/** All files of a form share what is left: it is counted as their bytes come. */
const withinRoom = (
  blobs: Pick<Blobs, 'put'>,
  bytesLeft: number,
  ask: (bytes: number) => Promise<Room>,
): Pick<Blobs, 'put'> => {
  let came = 0;
  const counted = async function* (content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      came += chunk.byteLength;
      if (came > bytesLeft) throw await refusedFor(came, ask);
      yield chunk;
    }
  };
  return { put: (content, options) => blobs.put(counted(content), options) };
};

const refusedFor = async (bytes: number, ask: (bytes: number) => Promise<Room>): Promise<Problem> => {
  const { refusal } = await ask(bytes);
  return refusal === undefined ? new Problem('quota_reached') : refusedProblem(refusal);
};
