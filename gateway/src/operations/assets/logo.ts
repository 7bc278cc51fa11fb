import type { FileRecord, Operation } from '@cairn/contracts';
import type { QueryContext, Refusal } from '@cairn/kernel';
import type { Call } from '../../call/call.js';
import { type Handler, handler } from '../../call/handler.js';
import { Problem } from '../../problems/problem.js';
import { storedFile } from '../stored-file.js';
import { fileRecord, onlyFile } from '../uploaded-file.js';
import { logoTypeOf } from './logo-type.js';

/** The bytes of the logo of what the path names. */
export const logoDownload = <Definition extends Operation>(
  operation: Definition,
  logoOf: (context: QueryContext, id: string) => Promise<FileRecord | Refusal | undefined>,
): Handler<Definition> =>
  handler(operation, ({ context, params }) =>
    storedFile(context, (reading) => logoOf(reading, (params as { readonly id: string }).id)),
  );

/**
 * What a command that sets a logo gets: the parameters of the path, and the file with the type that it has by its bytes.
 * Throws `logo_invalid` for what is no image.
 */
export const sentLogo = async <Path extends object>({
  params,
  edge,
  upload,
}: Pick<Call, 'edge' | 'upload'> & { readonly params: Path }): Promise<
  Path & { readonly file: FileRecord }
> => {
  const file = onlyFile(upload);
  const type = await logoTypeOf(edge.blobs, file.sha256);
  if (type === undefined) throw new Problem('logo_invalid');
  return { ...params, file: { ...fileRecord(file), content_type: type } };
};
