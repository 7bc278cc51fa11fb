import { graphJobCommands, type JsonObject } from '@cairn/contracts';
import { derivedId, freshId, type JobLease, JobRefused, type ServiceTools } from '@cairn/kernel';
import { CHECKING, type GraphJob, STORING } from '../../domain/job/state.js';
import { contentId, spaceOf } from '../../read-models/content/keys.js';
import { AsRequester } from '../as-requester.js';
import { landedBy } from '../changes-of-job.js';
import { tellingLanded } from '../telling-landed.js';
import { type ContentBefore, contentBefore } from './content-before.js';
import type { ReadEnd } from '../../formats/element.js';
import { type FileReading, withFile } from './file-elements.js';
import { lookAt } from './looking.js';
import { type MissingEdge, missingEdges, type MissingNode, missingNodes } from './missing.js';
import { Passing, UniqueInFile } from './names.js';
import { type ForeignEnd, type Part, type PartSize, partsOf } from './parts.js';
import { type Room, roomFor } from './room.js';
import { sendPart } from './send-part.js';
import { survey, type Survey } from './survey.js';
import {
  addPart,
  type Cursor,
  cursorFrom,
  cursorJson,
  newTally,
  planOf,
  reportOf,
  type Step,
  type Tally,
} from './tally.js';

/** Imports a file into a version: it is checked whole, then stored part by part, each a change of its own. */
export const runImport = async (
  job: GraphJob,
  lease: JobLease,
  tools: ServiceTools,
  size: PartSize,
): Promise<JsonObject> => {
  const { file: record, options } = job;
  if (record === null) throw new JobRefused('internal', 'The import has no file.');
  return tellingLanded(job, lease, tools, () =>
    withFile(record, options, tools, (file) => new Import(job, lease, tools, file, size).run()),
  );
};

/** What the workers before had stored, as far as they told it. */
export const landedOf = (job: GraphJob): JsonObject => {
  const cursor = cursorFrom(job.cursor);
  return cursor === undefined ? {} : reportOf(job, cursor, Date.parse(job.requested_at));
};

class Import {
  readonly #requester: AsRequester;
  /** A worker before began to store the file. */
  #goesOn = false;

  constructor(
    private readonly job: GraphJob,
    private readonly lease: JobLease,
    private readonly tools: ServiceTools,
    private readonly file: FileReading,
    private readonly size: PartSize,
  ) {
    this.#requester = new AsRequester(tools, job, lease);
  }

  async run(): Promise<JsonObject> {
    const { job, lease, tools } = this;
    const room = await roomFor(job, tools);
    const found = await survey(this.file, lease, room.isBounded);
    const told = cursorFrom(job.cursor);
    this.#goesOn = told !== undefined;
    const cursor = told ?? (await this.#planned(found, room));
    const report = (): JsonObject => reportOf(job, cursor, tools.clock.now());
    if (job.options.dry_run) return report();
    lease.tellsLanded(report);
    await this.#store(found, cursor);
    await this.#requester.settled();
    return report();
  }

  /** Checks the file, unless a worker before did and began to store it. */
  async #planned(found: Survey, room: Room): Promise<Cursor> {
    const { job, tools, lease } = this;
    const before = await contentBefore(job, tools, lease);
    const plan = planOf(found, before.revision);
    const step = found.namesLater ? 'nodes' : 'elements';
    const cursor: Cursor = { step, parts: 0, plan, tally: newTally() };
    this.#goesOn = before.hasBegun;
    if (job.options.dry_run) return { ...cursor, tally: await this.#check(found, cursor) };
    if (before.hasBegun) return cursor;
    // All of it is created then.
    if (before.isEmpty && job.on_error === 'fail') await room.check(found.characters);
    if (!isSure(before, found)) await this.#check(found, cursor);
    return cursor;
  }

  /** What would be stored. Throws `JobRefused` where something of it cannot be. */
  async #check(found: Survey, { plan }: Cursor): Promise<Tally> {
    const { on_error, options } = this.job;
    const tally = newTally();
    const passing = new Passing(found);
    const looking = { nodes: found.nodes, passing, unique: new UniqueInFile() };
    for (const step of stepsOf(found))
      for await (const part of this.#partsOf(found, step, passing)) {
        addPart(tally, ...(await lookAt(this.#requester, this.job, part, looking)));
        this.lease.progress({ phase: CHECKING, done: doneBy(tally), total: plan.nodes + plan.edges });
      }
    if (on_error === 'fail' && tally.skipped > 0) throw refusedFor(tally, found);
    if (options.dry_run && options.mode === 'replace')
      for await (const [kind, uids] of this.#missing(found, passing, plan.before))
        tally[`${kind}_deleted`] += uids.length;
    return tally;
  }

  async #store(found: Survey, cursor: Cursor): Promise<void> {
    const passing = new Passing(found);
    for (const step of stepsOf(found)) {
      for await (const part of this.#partsOf(found, step, passing))
        if (!isDone(cursor, step, part)) await this.#storePart(part, step, cursor);
    }
    if (this.job.options.mode === 'replace') await this.#deleteMissing(found, passing, cursor);
  }

  async #storePart(part: Part, step: Step, cursor: Cursor): Promise<void> {
    const { job, lease } = this;
    const id = derivedId(job.id, step, part.ordinal);
    const stored = await sendPart(this.#requester, job, part, { id });
    addPart(cursor.tally, part, stored);
    [cursor.step, cursor.parts] = [step, part.ordinal + 1];
    this.#tell(cursor);
    lease.check();
  }

  #tell(cursor: Cursor): void {
    const { plan, tally } = cursor;
    const deleted = tally.nodes_deleted + tally.edges_deleted;
    const [done, total] = [doneBy(tally) + deleted, plan.nodes + plan.edges + deleted];
    this.lease.progress({ phase: STORING, done, total, cursor: cursorJson(cursor) });
  }

  async #deleteMissing(found: Survey, passing: Passing, cursor: Cursor): Promise<void> {
    await this.#requester.settled();
    if (this.#goesOn) await this.#recountDeleted(cursor.tally);
    [cursor.step, cursor.parts] = ['deleting', 0];
    const { id: job_id, graph_id: id, version_id } = this.job;
    for await (const [kind, uids] of this.#missing(found, passing, cursor.plan.before)) {
      const named = { nodes: kind === 'nodes' ? [...uids] : [], edges: kind === 'edges' ? [...uids] : [] };
      const input = { id, version_id, job_id, ...named };
      // What is gone already is left out: a worker after this one does the same again.
      const { result } = await this.#requester.send(graphJobCommands.deleteElements, input, freshId());
      // The command answers counts.
      const deleted = result as { readonly nodes: number; readonly edges: number };
      cursor.tally.nodes_deleted += deleted.nodes;
      cursor.tally.edges_deleted += deleted.edges;
      this.#tell(cursor);
    }
  }

  /** What is deleted already is not found again: the changes of the job tell how much that is. */
  async #recountDeleted(tally: Tally): Promise<void> {
    const { job, tools, lease } = this;
    const { deleted } = await landedBy(job, tools, lease);
    [tally.nodes_deleted, tally.edges_deleted] = [deleted.nodes, deleted.edges];
  }

  /** What the version has and the file has not: its edges first, with those of nodes that go. */
  async *#missing(
    found: Survey,
    passing: Passing,
    before: number,
  ): AsyncGenerator<readonly ['nodes' | 'edges', readonly string[]], void, void> {
    const { tools, lease, job } = this;
    const of = { s: spaceOf(contentId(job.version_id)), before };
    const hasNode = (uid: string): boolean => found.nodes.has(uid) || passing.isImplied(uid);
    const hasEdge = ({ uid, source, target }: MissingEdge): boolean =>
      passing.hasEdge(uid) &&
      // What was stored is not as old as `before`; what was only looked at is, and may be about to connect others.
      ((hasNode(source) && hasNode(target)) || (job.options.dry_run && !passing.isLeftOut(uid)));
    for await (const uids of missingEdges(tools, lease, { ...of, has: hasEdge })) yield ['edges', uids];
    await this.#requester.settled();
    const has = ({ uid }: MissingNode): boolean => hasNode(uid);
    for await (const uids of missingNodes(tools, lease, { ...of, has })) yield ['nodes', uids];
  }

  #partsOf(found: Survey, step: Step, passing: Passing): AsyncGenerator<Part, void, void> {
    return partsOf(this.file.elements(), {
      ...(step === 'nodes' || step === 'edges' ? { only: step } : {}),
      ...(step === stepsOf(found)[0] && this.#storesFacts(found) ? { facts: found.facts } : {}),
      nodes: found.nodes,
      passing,
      foreignEnd: (uid) => this.#foreignEnd(found, uid),
      size: this.size,
    });
  }

  /** Replaced, a graph of which the file says nothing has nothing that is said of it. */
  #storesFacts({ facts }: Survey): boolean {
    return this.job.options.mode === 'replace' || Object.keys(facts).length > 1;
  }

  /** Formats of edges imply nodes; in others an edge names a node of the file, or one that the version has. */
  #foreignEnd({ end }: Survey, uid: string): ForeignEnd {
    if (end.format !== 'json' || (end.dialect === 'node-link' && !isPlace(uid, end))) return 'implied';
    return this.job.options.mode === 'replace' ? 'refused' : 'looked for';
  }
}

/** NetworkX 1 named nodes by their places in the list. */
const isPlace = (uid: string, { nodes }: ReadEnd): boolean => nodes > 0 && /^\d+$/.test(uid);

const stepsOf = ({ namesLater }: Survey): readonly Step[] => (namesLater ? ['nodes', 'edges'] : ['elements']);

/** Whether nothing can be wrong with what the file has, once it was read. */
const isSure = ({ isEmpty, hasRules }: ContentBefore, { namesLater, repeats }: Survey): boolean =>
  isEmpty && !hasRules && !namesLater && !repeats;

/** Whether a worker before stored a part. */
const isDone = (cursor: Cursor, step: Step, { ordinal }: Part): boolean => {
  const order: readonly Step[] = ['elements', 'nodes', 'edges', 'deleting'];
  const [at, now] = [order.indexOf(cursor.step), order.indexOf(step)];
  return now < at || (now === at && ordinal < cursor.parts);
};

/** So many nodes and edges of the file are dealt with. */
const doneBy = (tally: Tally): number =>
  tally.nodes_created -
  tally.nodes_implied +
  tally.nodes_updated +
  tally.nodes_unchanged +
  tally.edges_created +
  tally.edges_updated +
  tally.edges_unchanged +
  tally.skipped;

const refusedFor = ({ skipped, errors }: Tally, { nodes }: Survey): JobRefused => {
  if (nodes.isTooVaried && errors.some(({ code }) => code === 'end_type'))
    return new JobRefused(
      'too_many_elements',
      'The file has more than 100,000 combinations of labels: too many to check its edges against a schema.',
    );
  const count = skipped === 1 ? 'One node or edge' : `${skipped} nodes and edges`;
  return new JobRefused(
    'content_invalid',
    `${count} of the file cannot be stored; nothing was stored.`,
    errors,
  );
};
