import { groupJobCommands, groupJobEvents } from '@cairn/contracts';
import {
  type CommandContext,
  type Executed,
  isRefusal,
  jobServiceCommands,
  type Refusal,
  refuse,
  requesterOf,
  type ServiceCommand,
  serviceCommand,
} from '@cairn/kernel';
import { liveGroup, notFound } from '../../domain/group/decisions.js';
import { type GroupDeletion, groupJobs, type KnownGroupJob } from '../../domain/group-job/state.js';
import { organization } from '../../domain/organization/state.js';
import { project } from '../../domain/project/state.js';
import { mayIn, placeOf } from '../../rights/may-in.js';

type Group = GroupDeletion['group'];

/** Why the caller may not delete a group. */
const refusalOf = async (context: CommandContext, group: Group): Promise<Refusal | undefined> => {
  const place = await placeOf(context, group);
  if (place === undefined) return notFound();
  const held = await mayIn(context, place, `${group.kind}s`.concat(':delete') as 'projects:delete');
  return isRefusal(held) ? held : undefined;
};

/** Whether the group is the one that `If-Match` speaks of, and there. A job that is there was looked at when it was asked for. */
const groupChecked = async (context: CommandContext, jobId: string, group: Group): Promise<Executed> => {
  const asked = (await context.load(groupJobs.aggregate, jobId)).status !== 'none';
  const look = asked ? context.execute : context.executeAddressed;
  const given = () => refusalOf(context, group);
  const decide = (state: Parameters<typeof liveGroup>[0]) => {
    const live = liveGroup(state);
    return isRefusal(live) ? live : [];
  };
  return group.kind === 'organization'
    ? look(organization, group.id, { given, decide })
    : look(project, group.id, { given, decide });
};

const request = serviceCommand(
  groupJobCommands.requestGroupDeletion,
  async ({ group_kind: kind, group_id: id }, context) => {
    const job = context.id('job');
    const group = { kind, id };
    const checked = await groupChecked(context, job, group);
    if (isRefusal(checked)) return checked;
    const place = await placeOf(context, group);
    if (place === undefined) return notFound();
    const { principal } = context;
    const requested = await context.execute(groupJobs.aggregate, job, {
      decide: () => [
        groupJobEvents.requested.of({
          id: job,
          kind: 'delete_group',
          group_kind: kind,
          group_id: id,
          organization_id: place.organizationId,
          user_id: principal.userId,
          requester: requesterOf(principal),
          name: '',
        }),
      ],
    });
    if (isRefusal(requested)) return requested;
    return { ...requested, stream: checked.stream, revision: checked.revision };
  },
);

/** It is for who asked for it. */
const cancelRefusal = async (
  { principal }: CommandContext,
  { user_id }: KnownGroupJob,
): Promise<Refusal | undefined> =>
  user_id === principal.userId ? undefined : refuse('job_not_found', 'There is no such job.');

export const groupJobServiceCommands: readonly ServiceCommand[] = [
  request,
  ...jobServiceCommands(groupJobs, cancelRefusal),
];
