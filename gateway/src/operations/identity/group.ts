import {
  type CommandDefinition,
  groupCommands,
  groupJobCommands,
  type GroupKindName,
  type InputOf,
  type Operation,
} from '@cairn/contracts';
import { groupHistory, groupJobReads, groupLogo, groupWriteRefusal } from '@cairn/identity';
import type { QueryContext, Refusal, Versioned } from '@cairn/kernel';
import { logoDownload, sentLogo } from '../assets/logo.js';
import { type Edge, type Handler, handler } from '../handler.js';
import { jobAt, jobOnly } from '../jobs/job-answers.js';
import { renamed } from '../renamed.js';
import { placeOf, type Difference, resource } from '../resource.js';

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
  const its = resource({
    path,
    commands: groupCommands,
    role: kind,
    read: (context, { id }: { readonly id: string }, deleted, edge) => read(context, id, deleted, edge),
    history: (edge, context, { id }, page) => groupHistory(edge, context, kind, id, page),
  });
  return {
    ...its,
    getLogo: <Definition extends Operation>(operation: Definition): Handler<Definition> =>
      logoDownload(operation, (context, id) => groupLogo(context, kind, id)),
    /** Who may not change the group is refused before the file is read. */
    uploadLogo: <Definition extends Operation>(operation: Definition): Handler<Definition> => ({
      ...its.change(operation, {
        command: setLogo,
        inputOf: async (call) => {
          const { id, file } = await sentLogo({
            params: call.params as { readonly id: string },
            edge: call.edge,
            upload: call.upload,
          });
          return { [`${kind}_id`]: id, file };
        },
      }),
      uploadRefusal: (context, params) =>
        groupWriteRefusal(context, kind, (params as { readonly id: string }).id),
    }),
    deleteLogo: <Definition extends Operation>(operation: Definition): Handler<Definition> =>
      its.remove(operation, renamed(kind, removeLogo)),
    /** As `remove`; with `assets=delete` it is the work of a job. */
    removeWithAssets: <Definition extends Operation>(
      operation: Definition,
      difference: Difference<{ readonly id: string }, Definition, CommandDefinition>,
    ): Handler<Definition> => {
      const alone = its.remove(operation, difference);
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
