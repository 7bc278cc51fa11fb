import {
  type CommandDefinition,
  type FileRecord,
  groupJobCommands,
  type GroupKindName,
  type InputOf,
  type Operation,
} from '@cairn/contracts';
import { groupHistory, groupJobReads, groupLogo, groupWriteRefusal } from '@cairn/identity';
import type { QueryContext, Refusal, Versioned } from '@cairn/kernel';
import { logoHandlers } from '../assets/logo.js';
import { type Edge, type Handler, handler } from '../handler.js';
import { jobAt, jobOnly } from '../jobs/job-answers.js';
import { list, placeOf, type Resource, resource } from '../resource.js';
import { unrefused } from './unrefused.js';

interface Group {
  readonly kind: GroupKindName;
  /** Of its GET, as the contract writes it. */
  readonly path: string;
  readonly read: (
    context: QueryContext,
    id: string,
    deleted: { readonly deletedToo: boolean } | undefined,
    edge: Edge,
  ) => Promise<Versioned<unknown> | Refusal | undefined>;
  readonly setLogo: CommandDefinition;
  readonly removeLogo: CommandDefinition;
}

/** The handlers of an organization, a team or a project, and of its logo. */
export const group = ({ kind, path, read, setLogo, removeLogo }: Group) => {
  const its: Resource<object> = {
    path,
    noun: kind,
    read: async (context, { id }, deleted, edge) => unrefused(await read(context, id, deleted, edge)),
  };
  const logo = logoHandlers({
    ...its,
    logo: async (context, id): Promise<FileRecord | undefined> =>
      unrefused(await groupLogo(context, kind, id)),
    set: setLogo,
    unset: removeLogo,
  });
  const { remove, ...others } = resource(its);
  return {
    ...others,
    remove,
    history: <Definition extends Operation>(operation: Definition): Handler<Definition> =>
      list(operation, async ({ edge, context, params, page }) =>
        unrefused(await groupHistory(edge, context, kind, (params as { readonly id: string }).id, page)),
      ),
    getLogo: logo.download,
    /** Who may not change the group is refused before the file is read. */
    uploadLogo: <Definition extends Operation>(operation: Definition): Handler<Definition> => ({
      ...handler(operation, logo.upload),
      uploadRefusal: (context, params) =>
        groupWriteRefusal(context, kind, (params as { readonly id: string }).id),
    }),
    deleteLogo: logo.remove,
    /** As `remove`; with `assets=delete` it is the work of a job. */
    removeWithAssets: <Definition extends Operation>(
      operation: Definition,
      command: CommandDefinition,
    ): Handler<Definition> => {
      const alone = remove(operation, command);
      return handler(operation, async (call) => {
        if ((call.query as { readonly assets?: string }).assets === undefined) return alone.handle(call);
        const { id: group_id } = call.params as { readonly id: string };
        const id = call.newId('job');
        const target = { location: jobAt(id), id, addressed: placeOf(path, { id: group_id }) };
        const asked = { group_kind: kind, group_id } as InputOf<typeof groupJobCommands.requestGroupDeletion>;
        const { context } = await call.write(groupJobCommands.requestGroupDeletion, asked, target);
        return jobOnly(groupJobReads, context, id);
      });
    },
  };
};
