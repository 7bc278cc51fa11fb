import type { FileRecord } from '@cairn/contracts';
import { Problem } from '../../problems/problem.js';
import type { Upload, UploadedFile } from '../handler.js';

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
