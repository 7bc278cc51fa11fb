import type { Operation, ParamsOf } from '@cairn/contracts';
import { writeRefusal, type WrittenPath } from '@cairn/datasets';
import type { Handler, RefuseUnread } from '../../call/handler.js';

/** Answers an upload; who may not write what it is for, or has no room for it, is refused before the file is read. */
export const uploadHandler = <Definition extends Operation>(
  handler: Handler<Definition>,
  pathOf: (params: ParamsOf<Definition>) => WrittenPath,
  refuseUnread?: RefuseUnread,
): Handler<Definition> => ({
  ...handler,
  uploadRefusal: (context, params) => writeRefusal(context, pathOf(params as ParamsOf<Definition>)),
  ...(refuseUnread === undefined ? {} : { refuseUnread }),
  charged: (params) => ({ resource: 'datasets', id: pathOf(params as ParamsOf<Definition>).dataset_id }),
});
