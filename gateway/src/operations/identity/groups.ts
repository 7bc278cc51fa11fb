import { groupCommands, groupJobCommands, type GroupKindName, operations } from '@cairn/contracts';
import {
  type Gone,
  groupHistory,
  groupJobReads,
  groupLogo,
  groupWriteRefusal,
  organizationById,
  organizationsFor,
  projectById,
  projectsFor,
  teamById,
  teamsFor,
} from '@cairn/identity';
import type { Page, QueryContext, Refusal, Versioned } from '@cairn/kernel';
import type { Call, Target } from '../../call/call.js';
import type { Edge } from '../../call/edge.js';
import { type AnyHandler, type Handler, handler } from '../../call/handler.js';
import { logoDownload, sentLogo } from '../assets/logo.js';
import { jobAt, jobOnly } from '../jobs/job-answers.js';
import { list, resource } from '../resource.js';
import { pageWithCounts, withCounts } from './asset-counts.js';
import { DONE, memberHandlers } from './members.js';

interface GroupPath {
  readonly id: string;
}

/** A list of groups that was asked for: that of projects takes every filter that one has. */
type Listing = Pick<Call<typeof operations.listProjects>, 'edge' | 'context' | 'page' | 'filters'>;

/** In what a kind of group differs from the others. */
interface Group {
  readonly kind: GroupKindName;
  /** As operations are named with it. */
  readonly noun: Capitalize<GroupKindName>;
  readonly page: (listing: Listing) => Promise<Page<unknown>>;
  readonly read: (
    context: QueryContext,
    id: string,
    gone: Gone | undefined,
    edge: Edge,
  ) => Promise<Versioned<unknown> | Refusal | undefined>;
}

const groups: readonly Group[] = [
  {
    kind: 'organization',
    noun: 'Organization',
    page: ({ context, page }) => organizationsFor(context, page),
    read: organizationById,
  },
  {
    kind: 'team',
    noun: 'Team',
    page: ({ context, page, filters }) => teamsFor(context, page, filters),
    read: teamById,
  },
  {
    kind: 'project',
    noun: 'Project',
    page: async ({ edge, context, page, filters }) =>
      pageWithCounts(edge, context, await projectsFor(context, page, filters)),
    read: async (context, id, gone, edge) => withCounts(edge, context, await projectById(context, id, gone)),
  },
];

/** What every kind of group has: its logo and its members too. */
const handlersOf = ({ kind, noun, page, read }: Group): readonly AnyHandler[] => {
  const its = resource({
    path: operations[`get${noun}`].path,
    commands: groupCommands,
    role: kind,
    read: (context, { id }: GroupPath, deleted, edge) => read(context, id, deleted, edge),
    history: (edge, context, { id }, page) => groupHistory(edge, context, kind, id, page),
  });
  const done = {
    read: (context: QueryContext, { id }: GroupPath, _: unknown, edge: Edge) => read(context, id, DONE, edge),
  };
  const remove = its.remove(operations[`delete${noun}`]);
  return [
    list(operations[`list${noun}s`], page),
    its.get(operations[`get${noun}`]),
    its.history(operations[`list${noun}History`]),
    its.create(operations[`create${noun}`], done),
    // Who has disabled a project is told so, although it gives nothing any more.
    its.update(operations[`update${noun}`], done),
    kind === 'team' ? remove : orWithAssets(remove, kind, its.at),
    its.restore(operations[`restore${noun}`]),
    logoDownload(operations[`get${noun}Logo`], (context, id) => groupLogo(context, kind, id)),
    {
      ...its.change(operations[`upload${noun}Logo`], { inputOf: sentLogo }),
      // Who may not change the group is refused before the file is read.
      uploadRefusal: (context, { id = '' }) => groupWriteRefusal(context, kind, id),
    },
    its.remove(operations[`delete${noun}Logo`]),
    ...memberHandlers(kind, noun),
  ];
};

type Deletion = (typeof operations)[`delete${Capitalize<GroupKindName>}`];

/** Deletes a group; with `assets=delete` it is the work of a job. */
const orWithAssets = (
  alone: Handler<Deletion>,
  group_kind: 'organization' | 'project',
  at: (path: GroupPath) => Target,
): Handler<Deletion> =>
  handler(alone.operation, async (call) => {
    const { assets } = call.query as { readonly assets?: string };
    if (assets === undefined) return alone.handle(call);
    const id = call.newId('job');
    const target = { location: jobAt(id), id, addressed: at(call.params).location };
    const asked = { group_kind, group_id: call.params.id };
    const { context } = await call.write(groupJobCommands.requestGroupDeletion, asked, target);
    return jobOnly(groupJobReads, context, id);
  });

/** What answers the operations of organizations, teams and projects, and of who is in them. */
export const groupHandlers: readonly AnyHandler[] = groups.flatMap(handlersOf);
