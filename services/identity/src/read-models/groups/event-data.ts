import { categoryOf, idOf, isRefusal, type QueryContext } from '@cairn/kernel';
import { role } from '../../domain/role/state.js';
import { organization } from '../../domain/organization/state.js';
import { project } from '../../domain/project/state.js';
import { team } from '../../domain/team/state.js';
import { roleById } from './roles.js';
import { organizationById } from './queries.js';
import { groupThen } from './readable.js';

/**
 * Whether the caller may know of the stream of a group or a role, a deleted one too; of other streams of identity nobody
 * may. A reading with a moment asks about what happened then.
 */
export const mayReadStream = async (context: QueryContext, stream: string): Promise<boolean> => {
  const read = READERS.get(categoryOf(stream));
  const found = await read?.(context, idOf(stream));
  return found !== undefined && !isRefusal(found);
};

type Read = (context: QueryContext, id: string) => Promise<object | undefined>;

const deletedToo = { deletedToo: true };

/** By category: whoever asks chooses that, so what an object inherits is no answer. */
const READERS: ReadonlyMap<string, Read> = new Map<string, Read>([
  [
    organization.category,
    (context, id) =>
      context.pointInTime === undefined
        ? organizationById(context, id, deletedToo)
        : groupThen(context, { kind: 'organization', id }, 'organizations:read', deletedToo),
  ],
  [team.category, (context, id) => groupThen(context, { kind: 'team', id }, 'teams:read', deletedToo)],
  [
    project.category,
    (context, id) => groupThen(context, { kind: 'project', id }, 'projects:read', deletedToo),
  ],
  [role.category, (context, id) => roleById(context, id, deletedToo)],
]);
