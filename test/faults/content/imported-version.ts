import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '@cairn/client';
import type { GraphImportReport, Job } from '@cairn/contracts';
import { emptyGraph, type VersionPath } from '../../support/content.js';
import { type Person, somebody } from '../../support/people.js';
import type { ServedCairn } from '../../support/topology.js';
import { type Moment, momentOf, wrongCounts } from './moments.js';

/** So many nodes, and edges, the file has: twenty parts. */
const COUNT = 10_000;
/** So many nodes and edges are there before; the file changes the first half of them. */
const OLD = 200;

const numbers = Array.from({ length: COUNT }, (_, index) => index);
/** Each has its own label or type; a node that was there before gets another property. */
const FILE = [
  ...numbers.map((index) => {
    const id = index < OLD / 2 ? `old${index}` : `n${index}`;
    return { type: 'node', id, labels: ['Imported'], properties: { index, text: `the node ${index}` } };
  }),
  ...numbers.map((index) => ({
    ...{ type: 'relationship', id: `e${index}`, label: 'LEADS', properties: { index } },
    start: { id: `n${OLD + (index % 5_000)}` },
    end: { id: `n${OLD + ((index * 7) % 5_000)}` },
  })),
]
  .map((line) => JSON.stringify(line))
  .join('\n');

const PAUSE_MS = 50;

/** A version with some nodes and edges, into which a file is imported, and undone, again and again. */
export class ImportedVersion {
  #last: { readonly job: string; readonly mode: 'merge' | 'replace' | 'undo' } | undefined;
  #imports = 0;

  private constructor(
    private readonly client: Client,
    private readonly params: VersionPath,
    private readonly before: Moment,
  ) {}

  static async make(cairn: ServedCairn): Promise<ImportedVersion> {
    const person: Person = await somebody(cairn);
    const params = await emptyGraph(person, { name: 'Imported' });
    const old = Array.from({ length: OLD }, (_, index) => `old${index}`);
    const nodes = old.map((uid) => ({ uid, labels: ['Old'], properties: { own: uid } }));
    const edges = old.map((uid, index) => ({
      uid,
      source: uid,
      target: `old${(index + 1) % OLD}`,
      type: 'OLD',
    }));
    await person.client.call('bulkGraphNodes', { params, body: { nodes, edges } });
    return new ImportedVersion(person.client, params, await momentOf(person.client, params));
  }

  /** Asks for an import, or for the undoing of the last one. */
  async ask(): Promise<void> {
    const headers = { prefer: 'respond-async' };
    const { client, params } = this;
    if (this.#last === undefined || this.#last.mode === 'undo') {
      const mode = this.#imports % 2 === 0 ? 'merge' : 'replace';
      this.#imports += 1;
      const file = { name: 'large.jsonl', contentType: 'application/x-ndjson', content: FILE };
      const answer = await client.call('importGraph', { params, query: { mode }, file, headers });
      this.#last = { mode, job: jobOf(answer.headers) };
      return;
    }
    const body = { job_id: this.#last.job };
    const answer = await client.call('undoGraphContent', { params, body, headers });
    this.#last = { mode: 'undo', job: jobOf(answer.headers) };
  }

  /** Waits for the end of what was asked for last; a sentence for all that is not as it has to be. */
  async wrong(): Promise<readonly string[]> {
    const { job, mode } = this.#last!;
    const ended = await this.#ended(job);
    if (ended.status !== 'completed') return [`${mode}: ${JSON.stringify(ended)}`];
    const now = await momentOf(this.client, this.params);
    const counts = await wrongCounts(this.client, this.params, now, ['Old', 'OLD', 'Imported', 'LEADS']);
    const own = mode === 'undo' ? this.#wrongUndone(now) : wrongImported(mode, now, ended);
    return [...now.wrong, ...counts, ...own].map((sentence) => `${mode}: ${sentence}`);
  }

  async #ended(id: string): Promise<Job> {
    for (;;) {
      const { body } = await this.client.call('getJob', { params: { id } });
      if (['completed', 'failed', 'cancelled'].includes(body.status)) return body;
      await pause(PAUSE_MS);
    }
  }

  /** All is as it was before the import. */
  #wrongUndone(now: Moment): readonly string[] {
    return (['nodes', 'edges'] as const).flatMap((kind) => {
      const [before, there] = [this.before[kind].values, now[kind].values];
      const uids = [...new Set([...before.keys(), ...there.keys()])];
      const differing = uids.filter((uid) => before.get(uid) !== there.get(uid));
      return differing.slice(0, 3).map((uid) => `${uid} is ${there.get(uid)}, was ${before.get(uid)}`);
    });
  }
}

const jobOf = (headers: Headers): string => (headers.get('location') ?? '').split('/').at(-1) ?? '';

/** All of the file is there once, and the report says so. */
const wrongImported = (mode: 'merge' | 'replace', now: Moment, { result }: Job): readonly string[] => {
  const [kept, gone] = mode === 'merge' ? [OLD, 0] : [0, OLD];
  // The results of imports are such.
  const report = result as unknown as GraphImportReport;
  const compared: readonly (readonly [name: string, there: number | undefined, expected: number])[] = [
    ['nodes', now.nodes.values.size, COUNT + kept / 2],
    ['nodes of the file', now.nodes.terms.get('Imported'), COUNT],
    ['edges', now.edges.values.size, COUNT + kept],
    ['edges of the file', now.edges.terms.get('LEADS'), COUNT],
    ['nodes created', report.nodes_created, COUNT - OLD / 2],
    ['nodes updated', report.nodes_updated, OLD / 2],
    ['nodes deleted', report.nodes_deleted, gone / 2],
    ['edges created', report.edges_created, COUNT],
    ['edges deleted', report.edges_deleted, gone],
  ];
  return compared.flatMap(([name, there, expected]) =>
    there === expected ? [] : [`${name}: ${there}, not ${expected}`],
  );
};
