import { assets, groupCommands, type JsonObject } from '@cairn/contracts';
import {
  causedBy,
  type CommandReply,
  derivedId,
  isRefusal,
  type JobLease,
  JobRefused,
  jobWork,
  principalNow,
  type ServiceTools,
  unlessRefused,
  type Work,
  type WorkerOptions,
} from '@cairn/kernel';
import { groupJobs, type KnownGroupJob } from '../domain/group-job/state.js';
import { decideIn } from '../rights/may-in.js';

const DELETION = {
  organization: groupCommands.deleteOrganization,
  project: groupCommands.deleteProject,
} as const;

/** What is to be deleted, and who asked. */
type Deletion = Pick<KnownGroupJob, 'id' | 'requester' | 'cause' | 'group' | 'organizationId'>;

type DeletionTools = Pick<ServiceTools, 'services' | 'requesters' | 'rights' | 'execute'>;

/**
 * Deletes the assets in a group that its requester may delete, and then the group. It is asked at each page whether the
 * requester still may; each asset decides that for itself. A command has the id of job and asset: one that was done
 * before a crash is not done again, whatever became of the asset since.
 */
class GroupDeletion {
  #deleted = 0;
  #kept = 0;

  constructor(
    private readonly job: Deletion,
    private readonly lease: Pick<JobLease, 'check' | 'progress' | 'tellsLanded'>,
    private readonly tools: DeletionTools,
  ) {
    lease.tellsLanded(() => this.#result());
  }

  async run(): Promise<JsonObject> {
    for (const kind of assets) await this.#ofKind(kind);
    const { kind, id } = this.job.group;
    const principal = await this.#allowed();
    const call = { id: derivedId('group-deletion', this.job.id, id), principal };
    const reply = await this.tools.execute(DELETION[kind], { id }, call);
    // Somebody else may have deleted it meanwhile.
    if (reply.status === 'refused' && reply.code !== 'not_found')
      throw new JobRefused(reply.code, reply.detail);
    return this.#result();
  }

  async #ofKind({ area, queries, commands }: (typeof assets)[number]): Promise<void> {
    let after: { readonly value: string; readonly id: string } | undefined;
    do {
      this.lease.check();
      await this.#allowed();
      const asked = { group: this.job.group, ...(after === undefined ? {} : { after }) };
      const page = unlessRefused(
        await this.tools.services[area].query(queries.deletable, asked, this.#onBehalf()),
      );
      this.#kept += page.kept;
      for (const id of page.ids) {
        this.lease.check();
        const call = { ...this.#onBehalf(), id: derivedId('group-deletion', this.job.id, id) };
        this.#count(await this.tools.services[area].execute(commands.delete, { id }, call));
      }
      after = page.next;
    } while (after !== undefined);
  }

  #onBehalf() {
    return { onBehalfOf: this.job.requester, ...causedBy(this.job.cause) };
  }

  /** Of one that was deleted, moved or hidden meanwhile nothing more is wanted. */
  #count(reply: CommandReply): void {
    if (reply.status === 'done') this.#deleted += 1;
    else if (reply.code === 'requester_unavailable') throw new JobRefused(reply.code, reply.detail);
    else this.#kept += 1;
    this.lease.progress({ phase: 'assets', done: this.#deleted + this.#kept });
  }

  /** The requester, as long as they may delete the group. Throws `JobRefused`. */
  async #allowed() {
    const { group, organizationId } = this.job;
    const principal = await principalNow(this.tools, this.job);
    const grants = await this.tools.rights.inGroup(principal.userId, group);
    const held = decideIn(principal, { ...group, organizationId }, grants, PERMISSION[group.kind]);
    if (isRefusal(held)) throw new JobRefused(held.refused, held.detail);
    return principal;
  }

  #result(): JsonObject {
    return { deleted: this.#deleted, kept: this.#kept };
  }
}

const PERMISSION = { organization: 'organizations:delete', project: 'projects:delete' } as const;

/** What the work on one of them does; it gives how many were deleted, and how many are still there. */
export const deleteGroup = (
  job: Deletion,
  lease: Pick<JobLease, 'check' | 'progress' | 'tellsLanded'>,
  tools: DeletionTools,
): Promise<JsonObject> => new GroupDeletion(job, lease, tools).run();

/** The deletion of groups with their assets. */
export const groupJobWork = (tools: ServiceTools, options: WorkerOptions = {}): Work =>
  jobWork(
    groupJobs,
    {
      name: 'identity.group_jobs',
      run: (job, lease, tools) => deleteGroup(job, lease, tools),
    },
    tools,
    options,
  );
