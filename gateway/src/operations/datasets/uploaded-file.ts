import type { FileRecord, Operation, ParamsOf } from '@cairn/contracts';
import { writeRefusal, type WrittenPath } from '@cairn/datasets';
import { pointerTo } from '../../http/json/pointer.js';
import { Problem } from '../../problems/problem.js';
import { type Answer, type Call, type Handler, handler, type Upload, type UploadedFile } from '../handler.js';

/** Answers an upload; who may not write what it is for, or has no room for it, is refused before the file is read. */
export const uploadHandler = <Definition extends Operation>(
  operation: Definition,
  pathOf: (params: ParamsOf<Definition>) => WrittenPath,
  handle: (call: Call<Definition>) => Promise<Answer>,
): Handler<Definition> => ({
  ...handler(operation, handle),
  uploadRefusal: (reading, params) => writeRefusal(reading, pathOf(params as ParamsOf<Definition>)),
  chargedDataset: (params) => pathOf(params as ParamsOf<Definition>).dataset_id,
});

/** The one file of an upload, whatever its field is called: none of several is guessed (decisions, section 2, *Uploads*). */
export const onlyFile = (upload: Upload | undefined): UploadedFile => {
  if (upload === undefined) throw new Problem('file_missing');
  const [first, ...others] = upload.files;
  if (others.length === 0) return first;
  const message = 'is a file beside another';
  throw new Problem('invalid_body', 'The upload carries more than one file.', {
    errors: others.map(({ field }) => ({ pointer: pointerTo('', field), code: 'file', message })),
  });
};

/** The file as events name it. */
export const fileRecord = ({ sha256, size, contentType, fileName }: UploadedFile): FileRecord => ({
  sha256,
  size,
  content_type: contentType,
  file_name: fileName,
});
