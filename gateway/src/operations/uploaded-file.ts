import type { FileRecord } from '@cairn/contracts';
import { pointerTo } from '@cairn/kernel';
import type { Upload, UploadedFile } from '../call/call.js';
import { Problem } from '../problems/problem.js';

/** The one file of an upload, whatever its field is called: none of several is guessed (SPEC-uploads). */
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

/** A file that is asked about, and what opens it where it is sealed. */
export const askedFile = (file: UploadedFile): { readonly file: FileRecord; readonly file_key?: string } => ({
  file: fileRecord(file),
  ...(file.key === undefined ? {} : { file_key: file.key }),
});
