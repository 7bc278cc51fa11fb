import { mediaTypeOf } from './media-type.js';

/** Whether an `Accept` names pages, as every browser's does: programs that take anything (any type) get data. */
export const asksForPage = (accept: string): boolean =>
  accept
    .split(',')
    .map(mediaTypeOf)
    .some((media) => media?.type === 'text/html' && Number(media.parameters['q'] ?? '1') > 0);
