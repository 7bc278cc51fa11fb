import type { Client } from '@cairn/client';
import type { Problem } from '@cairn/contracts';
import type { VersionPath } from '../../support/content.js';
import type { Bulk, Done } from './bulks.js';
import { halves, type Report, type Sides, wrongEffect } from './effects.js';
import { type Moment, momentOf, wrongCounts } from './moments.js';

interface Known extends Done {
  readonly report: Report;
}

/** The labels and types of so many bulks are counted at a time. */
const COUNTED = 40;

/** A version that bulks are written to: those that were done, and the content as of each revision when it was first seen. */
export class WrittenVersion {
  readonly done: Known[] = [];
  readonly #moments: Moment[] = [];

  constructor(
    private readonly client: Client,
    readonly params: VersionPath,
  ) {}

  /** An undo that found all as it was before has made no revision. */
  note(bulk: Bulk, report: Report): void {
    const { revision } = report;
    if (revision !== null)
      this.done.push({ bulk, report, revision, uids: 'uids' in report ? report.uids : [] });
  }

  async wrongNow(bulks: readonly Bulk[]): Promise<readonly string[]> {
    const now = await this.#momentAt();
    const terms = bulks.slice(-COUNTED).flatMap(({ id, of }) => (of === undefined ? [id] : [id, of.bulk.id]));
    const counts = await wrongCounts(this.client, this.params, now, [...new Set(['Own', ...terms])]);
    return [...now.wrong, ...halves(bulks, now), ...counts];
  }

  async wrongRevisions(of: 'new' | 'all'): Promise<readonly string[]> {
    const known = [...this.done].sort((one, other) => one.revision - other.revision);
    const wrong = known.flatMap(({ revision, bulk }, place) =>
      revision === place + 1 ? [] : [`${bulk.kind} ${bulk.id} made revision ${revision}, not ${place + 1}`],
    );
    if (wrong.length > 0) return wrong;
    for (let revision = of === 'all' ? 0 : this.#moments.length; revision <= known.length; revision += 1)
      wrong.push(...(await this.#wrongRevision(revision, known[revision - 1])));
    return [...wrong, ...(await this.#wrongEnd(known.length))];
  }

  async #wrongRevision(revision: number, known: Known | undefined): Promise<readonly string[]> {
    const seen = await this.#momentAt(revision);
    const before = (this.#moments[revision] ??= seen);
    const changed = seen.digest === before.digest ? [] : [`revision ${revision} is another than it was`];
    if (known === undefined) return [...seen.wrong, ...changed];
    const { bulk, report } = known;
    const undone = bulk.kind === 'undo' ? this.#sidesOf(bulk.of!.revision) : undefined;
    return [...seen.wrong, ...changed, ...wrongEffect(bulk, report, this.#sidesOf(revision), undone)];
  }

  #sidesOf(revision: number): Sides {
    return { before: this.#moments[revision - 1]!, after: this.#moments[revision]! };
  }

  /** The last revision is what is there now, and there is none after it. */
  async #wrongEnd(last: number): Promise<readonly string[]> {
    const { digest } = await this.#momentAt();
    const next = { params: this.params, query: { revision: last + 1 } };
    const { status, body } = await this.client.try('listGraphNodes', next);
    const isLast = status >= 400 && (body as Problem).code === 'in_future';
    return [
      ...(digest === this.#moments[last]?.digest ? [] : [`revision ${last} is not what is there now`]),
      ...(isLast ? [] : [`nobody was told of revision ${last + 1}`]),
    ];
  }

  #momentAt(revision?: number): Promise<Moment> {
    return momentOf(this.client, this.params, revision);
  }
}
