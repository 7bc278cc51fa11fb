import type { CommandDefinition, FileRecord, InputOf, Operation } from '@cairn/contracts';
import type { QueryContext } from '@cairn/kernel';
import { found, Problem } from '../../problems/problem.js';
import { type Answer, type Call, deleted, type Handler, handler, ok } from '../handler.js';
import { commanded, type Resource, targetOf } from '../resource.js';
import { storedFile } from '../stored-file.js';
import { fileRecord, onlyFile } from '../uploaded-file.js';
import { logoTypeOf } from './logo-type.js';

/** The logo of one kind of asset: what it is of, how it is found, and the commands that set it and take it away. */
export interface Logo extends Resource<object> {
  readonly logo: (context: QueryContext, id: string) => Promise<FileRecord | undefined>;
  readonly set: CommandDefinition;
  readonly unset: CommandDefinition;
}

const pathOf = (params: unknown) => params as { readonly id: string };

/** What answers the operations of a logo. */
export const logoHandlers = (its: Logo) => ({
  download: <Definition extends Operation>(operation: Definition): Handler<Definition> =>
    handler(operation, async ({ context, params }) =>
      storedFile(found(await its.logo(context, pathOf(params).id))),
    ),
  /** Sets the logo to the file that was sent, when that is an image by its bytes. */
  upload: async <Definition extends Operation>(call: Call<Definition>): Promise<Answer> => {
    const path = pathOf(call.params);
    const upload = onlyFile(call.upload);
    const type = await logoTypeOf(call.edge.blobs, upload.sha256);
    if (type === undefined) throw new Problem('logo_invalid');
    const file = { ...fileRecord(upload), content_type: type };
    const input: InputOf<CommandDefinition> = { ...commanded(its, path), file };
    const { context } = await call.write(its.set, input, targetOf(its, path));
    return ok(found(await its.read(context, path, undefined, call.edge)));
  },
  /** The record is the asset, which is not deleted with its logo. */
  remove: <Definition extends Operation>(operation: Definition): Handler<Definition> =>
    handler(operation, async (call) => {
      const path = pathOf(call.params);
      const { context } = await call.write(its.unset, commanded(its, path), targetOf(its, path));
      return deleted(async () => found(await its.read(context, path, undefined, call.edge)).resource);
    }),
});
