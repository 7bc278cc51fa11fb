import { EventEmitter, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual, types } from 'node:util';
import type { Answer, Client } from '@cairn/client';
import type { Problem } from '@cairn/contracts';
import { emptyGraph } from '../../support/content.js';
import { type Person, somebody } from '../../support/people.js';
import type { ServedCairn } from '../../support/topology.js';
import { beginContent, type Bulk, drawnBulk, send } from './bulks.js';
import type { Report } from './effects.js';
import { WrittenVersion } from './written-version.js';

const VERSIONS = 3;
/** To which version each of several clients writes. */
const CLIENTS = [0, 0, 0, 0, 1, 1, 2];
const BETWEEN_MS = 50;

/** What is answered for good: what was done, or why nothing was. */
type Told = { readonly report: Report } | { readonly refused: string };
const REFUSALS = ['content_invalid', 'changed_since'];
/** Nobody knows yet: it is asked again. */
const FOR_LATER = ['idempotency_running', 'conflict'];

/** Several clients of one person, what they asked for, and what they were told. */
export class Scene {
  readonly #bulks: Bulk[] = [];
  readonly #told = new Map<string, Told>();
  readonly #heard = new EventEmitter();
  #isWriting = false;

  private constructor(
    private readonly cairn: ServedCairn,
    private readonly person: Person,
    private readonly versions: readonly WrittenVersion[],
  ) {}

  static async make(cairn: ServedCairn): Promise<Scene> {
    const person = await somebody(cairn);
    const versions: WrittenVersion[] = [];
    while (versions.length < VERSIONS) {
      const params = await emptyGraph(person, { name: 'Written at once' });
      await beginContent(person.client, params);
      versions.push(new WrittenVersion(person.client, params));
    }
    return new Scene(cairn, person, versions);
  }

  /** How many bulks were told to be done. */
  get doneCount(): number {
    return this.versions.reduce((sum, { done }) => sum + done.length, 0);
  }

  /** All clients write until `stop`. Answers when the first was answered; `ended`: none writes any more. */
  async write(): Promise<{ readonly ended: Promise<unknown> }> {
    this.#isWriting = true;
    const first = once(this.#heard, 'told');
    const ended = Promise.all(CLIENTS.map((place) => this.#writeTo(this.versions[place]!)));
    await Promise.race([first, ended]);
    return { ended };
  }

  stop(): void {
    this.#isWriting = false;
  }

  async #writeTo(version: WrittenVersion): Promise<void> {
    const client = this.cairn.client(this.person.token);
    while (this.#isWriting) {
      const bulk = drawnBulk(version.params, version.done);
      this.#bulks.push(bulk);
      const told = await this.#ask(client, bulk);
      if (told === undefined) await pause(BETWEEN_MS);
      else this.#note(version, bulk, told);
    }
  }

  /** `undefined`: Cairn is gone, or does not know yet. */
  async #ask(client: Client, bulk: Bulk): Promise<Told | undefined> {
    try {
      return toldBy(await send(client, bulk));
    } catch (error) {
      // That of a fetch: it is of another realm than those of a spec.
      if (types.isNativeError(error) && error.name === 'TypeError') return undefined;
      throw error;
    }
  }

  #note(version: WrittenVersion, bulk: Bulk, told: Told): void {
    this.#told.set(bulk.id, told);
    if ('report' in told) version.note(bulk, told.report);
    this.#heard.emit('told');
  }

  /** Asks for all that was not answered, until it is. */
  async finish(): Promise<void> {
    for (const version of this.versions)
      for (const bulk of this.#bulksOf(version).filter(({ id }) => !this.#told.has(id)))
        this.#note(version, bulk, await this.#untilTold(bulk));
  }

  /** Sends the last that were done once more. Each must be told the same; a sentence for each that is not. */
  async toldOtherwise(last: number): Promise<readonly string[]> {
    const wrong: string[] = [];
    for (const { bulk } of this.versions.flatMap(({ done }) => done.slice(-last))) {
      const [before, now] = [this.#told.get(bulk.id), await this.#untilTold(bulk)];
      if (!isDeepStrictEqual(now, before))
        wrong.push(`${bulk.kind} ${bulk.id}: ${JSON.stringify(now)}, was ${JSON.stringify(before)}`);
    }
    return wrong;
  }

  #bulksOf({ params }: WrittenVersion): readonly Bulk[] {
    return this.#bulks.filter((bulk) => bulk.params === params);
  }

  async #untilTold(bulk: Bulk): Promise<Told> {
    for (;;) {
      const told = await this.#ask(this.person.client, bulk);
      if (told !== undefined) return told;
      await pause(BETWEEN_MS);
    }
  }

  /** Whether each bulk is there as a whole or not at all, and all that is counted is there. */
  async wrongNow(): Promise<readonly string[]> {
    const wrong: string[] = [];
    for (const version of this.versions) wrong.push(...(await version.wrongNow(this.#bulksOf(version))));
    return wrong;
  }

  /** When all are answered: whether each revision is what its bulk asked for, and stays so. */
  async wrongRevisions(of: 'new' | 'all'): Promise<readonly string[]> {
    const wrong: string[] = [];
    for (const version of this.versions) wrong.push(...(await version.wrongRevisions(of)));
    return wrong;
  }
}

const toldBy = ({ status, body }: Answer<unknown>): Told | undefined => {
  // Written by the handlers of these operations.
  if (status === 200) return { report: body as Report };
  // Cairn is starting, stands still, or has done it and cannot tell what it came to.
  if (status === 202 || status === 503) return undefined;
  const { code } = body as Problem;
  if (REFUSALS.includes(code)) return { refused: code };
  if (FOR_LATER.includes(code)) return undefined;
  throw new Error(`${status}: ${JSON.stringify(body)}`);
};
