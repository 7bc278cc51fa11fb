import type { FileRecord } from '@cairn/contracts';
import type { Answer } from './handler.js';

/** The bytes of a stored file, whole or by `Range`. */
export const storedFile = (file: FileRecord): Answer => ({
  kind: 'file',
  sha256: file.sha256,
  size: file.size,
  contentType: file.content_type,
  fileName: file.file_name,
});
