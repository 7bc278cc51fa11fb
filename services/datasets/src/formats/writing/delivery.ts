import { zipped } from '@cairn/kernel';
import type { Output } from '../format.js';

/** What goes to the client. `extension` has its dot. */
export interface Delivery {
  readonly content: AsyncIterable<Uint8Array>;
  readonly contentType: string;
  readonly extension: string;
  readonly notHeld: readonly string[];
}

/** An output as one stream of bytes. */
export const delivered = (output: Output): Delivery => {
  const { notHeld } = output;
  return output.kind === 'zip'
    ? { content: zipped(output.files), contentType: 'application/zip', extension: '.zip', notHeld }
    : { content: output.content, contentType: output.contentType, extension: output.extension, notHeld };
};
