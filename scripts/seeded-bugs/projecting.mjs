// Projections, and who waits for them: law 1, law 2, law 6 and law 7, R5 and R14.
import { assets, datasets, edge, gateway, kernel } from './paths.mjs';

const projector = kernel('projector.spec.ts');
const documents = kernel('documents.spec.ts');

export const projectingBugs = [
  {
    rule: 'law 1',
    bug: 'a batch of large data is given in parts that say where the whole batch ends',
    file: kernel('large-payloads.ts'),
    find: `yield part.batch(end, false);`,
    replace: `yield part.batch(position, caughtUp);`,
    suite: kernel('large-parts.spec.ts'),
  },
  {
    rule: 'law 1',
    bug: 'the checkpoint is not compared with the one that the batch started from',
    file: kernel('plan-batch.ts'),
    find: `if (checkpoint !== batch.from) return { status: 'moved', checkpoint };`,
    replace: '',
    suite: projector,
  },
  {
    rule: 'law 1',
    bug: 'the checkpoint is written in a transaction of its own',
    file: kernel('write-behind.ts'),
    find: `      this.#characters += yield* write();`,
    replace: `      this.#characters += yield* write();
      this.parts.database.commit();
      this.parts.database.begin();`,
    suite: kernel('write-behind.spec.ts'),
  },
  {
    rule: 'law 1',
    bug: 'a batch that fails is not undone',
    file: kernel('write-behind.ts'),
    find: `      this.#undo();
      this.settle();
      throw error;`,
    replace: `      throw error;`,
    suite: documents,
  },
  {
    rule: 'law 1',
    bug: 'a projector that was overtaken goes on as if its batch had been applied',
    file: kernel('projector.ts'),
    find: `if (outcome.status === 'moved') return false;`,
    replace: `if (outcome.status === 'moved') this.#checkpoint = to;`,
    suite: kernel('rivals.spec.ts'),
  },
  {
    rule: 'law 1',
    bug: 'one that goes on with others is given again what it had',
    file: kernel('subscriber.ts'),
    find: `position > this.#position && `,
    replace: '',
    suite: kernel('shared-subscription.spec.ts'),
  },
  {
    rule: 'R5',
    bug: 'a rebuilt read model is promoted without what came meanwhile',
    file: kernel('sqlite/documents.ts'),
    find: `return this.sweeping(() => this.generations.promoteNext(projection, at));`,
    replace: `return this.sweeping(() => at === '' && this.generations.promoteNext(projection, at));`,
    suite: documents,
  },
  {
    rule: 'R14',
    bug: 'an event that cannot be projected is passed over',
    file: kernel('event-changes.ts'),
    find: `      return make();
    } catch (error) {
      return [this.park(recorded, error)];`,
    replace: `      return make();
    } catch (error) {
      return error === undefined ? [this.park(recorded, error)] : [];`,
    suite: projector,
  },
  {
    rule: 'law 2',
    bug: 'those who wait for a position are told at once that it is reached',
    file: kernel('waiting.ts'),
    find: `if (moving.standing() >= position) return true;`,
    replace: `if (timeoutMs > 0) return true;`,
    suite: projector,
  },
  {
    rule: 'law 2',
    bug: 'a position counts as reached when one projection has reached it',
    file: kernel('service-runner.ts'),
    find: `if (behind.length === 0) return true;`,
    replace: `if (behind.length < this.projectors.length) return true;`,
    suite: kernel('reached.spec.ts'),
  },
  {
    rule: 'law 2',
    bug: 'a write that changes rights does not wait for the authenticator',
    file: edge('authentication.ts'),
    find: `return both.every((reached) => reached);`,
    replace: `return both[0];`,
    suite: edge('authentication.spec.ts'),
  },
  {
    rule: 'law 2',
    bug: 'a write whose event was parked is answered as if it could be read',
    file: gateway('served-call.ts'),
    find: ` && !service.isStale([stream]);`,
    replace: `;`,
    suite: gateway('gateway.spec.ts'),
  },
  {
    rule: 'law 6',
    bug: 'what is under a deleted dataset or version can still be read',
    file: assets('document.ts'),
    find: `(document?.deleted === false || deletedToo ? document : undefined)`,
    replace: `(deletedToo || document !== undefined ? document : undefined)`,
    suite: datasets('deleting.spec.ts'),
  },
  {
    rule: 'law 6',
    bug: 'what was purged is restored',
    file: assets('domain/decisions.ts'),
    find: `if (current.status === 'purged') return`,
    replace: `if (current.status === 'none') return`,
    suite: assets('atlas.spec.ts'),
  },
  {
    rule: 'law 6',
    bug: 'the sweep ends with the first chunk of a purged version',
    file: kernel('sweeping.ts'),
    find: `removed += ids.length;`,
    replace: `return ids.length;`,
    suite: datasets('sweep-purged.spec.ts'),
  },
  {
    rule: 'law 7',
    bug: 'a counter is set by the streams that feed it',
    file: datasets('counters/project.ts'),
    find: `collection: COUNTS, id, fields },`,
    replace: `collection: COUNTS, id, fields: { ...fields, items: by.items } },`,
    suite: datasets('feeding.spec.ts'),
  },
  {
    rule: 'R14',
    bug: 'what comes to a parked stream is projected before what waits',
    file: kernel('event-changes.ts'),
    find: `    if (this.parked.holds(recorded)) return [];`,
    replace: '',
    suite: projector,
  },
  {
    rule: 'law 7',
    bug: 'an item takes more annotations than it may have',
    file: datasets('annotations.ts'),
    find: `export const MOST_ANNOTATIONS = 10_000;`,
    replace: `export const MOST_ANNOTATIONS = 10_001;`,
    suite: datasets('feeding.spec.ts'),
  },
];
