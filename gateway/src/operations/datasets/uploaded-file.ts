import type { FileRecord, Operation, ParamsOf } from '@cairn/contracts';
import { writeRefusal, type WrittenPath } from '@cairn/datasets';
import { Problem } from '../../problems/problem.js';
import { type Answer, type Call, type Handler, handler, type Upload, type UploadedFile } from '../handler.js';

/** Answers an upload; who may not write what it is for is refused before the file is read. */
export const uploadHandler = <Definition extends Operation>(
  operation: Definition,
  pathOf: (params: ParamsOf<Definition>) => WrittenPath,
  handle: (call: Call<Definition>) => Promise<Answer>,
): Handler<Definition> => ({
  ...handler(operation, handle),
  uploadRefusal: (reading, params) => writeRefusal(reading, pathOf(params as ParamsOf<Definition>)),
});

/** The one file of an upload: a second one is refused. */
export const onlyFile = (upload: Upload | undefined): UploadedFile => {
  if (upload === undefined) throw new Problem('file_missing');
  if (upload.files.length > 1) throw new Problem('invalid_body', 'The upload carries more than one file.');
  return upload.files[0];
};

/** The file as events name it. */
export const fileRecord = ({ sha256, size, contentType, fileName }: UploadedFile): FileRecord => ({
  sha256,
  size,
  content_type: contentType,
  file_name: fileName,
});
