// Projections, and who waits for them: law 1, law 2 and R14.
import { kernel } from './places.mjs';

const projector = kernel('reactions/projector.spec.ts');

export const projectingBugs = [
  {
    rule: 'law 1',
    bug: 'the changes of a batch are made in the reverse order',
    file: kernel('reactions/projector.ts'),
    find: `of await this.#changes.ofAll(batch.events)) changes`,
    replace: `of (await this.#changes.ofAll(batch.events)).reverse()) changes`,
    suite: projector,
  },
  {
    rule: 'law 1',
    bug: 'a projector that was overtaken goes on as if its batch had been applied',
    file: kernel('reactions/projector.ts'),
    find: `if (outcome.status === 'moved') return false;`,
    replace: `if (outcome.status === 'moved') this.#checkpoint = to;`,
    suite: kernel('reactions/rivals.spec.ts'),
  },
  {
    rule: 'law 6',
    bug: 'a projector that has ended removes documents still',
    file: kernel('reactions/projector.ts'),
    find: `!this.#stopped && this.#commit(this.#checkpoint, changes)`,
    replace: `this.#commit(this.#checkpoint, changes)`,
    suite: projector,
  },
  {
    rule: 'law 2',
    bug: 'those who wait for a position are told at once that it is reached',
    file: kernel('reactions/waiting.ts'),
    find: `if (moving.standing() >= position) return true;`,
    replace: `if (timeoutMs > 0) return true;`,
    suite: projector,
  },
  {
    rule: 'R14',
    bug: 'an event that cannot be projected is passed over',
    file: kernel('reactions/event-changes.ts'),
    find: `      return make();
    } catch (error) {
      return [this.park(recorded, error)];`,
    replace: `      return make();
    } catch (error) {
      return error === undefined ? [this.park(recorded, error)] : [];`,
    suite: projector,
  },
  {
    rule: 'R14',
    bug: 'what comes to a parked stream is projected before what waits',
    file: kernel('reactions/event-changes.ts'),
    find: `    if (this.parked.holds(recorded)) return [];`,
    replace: '',
    suite: projector,
  },
  {
    rule: 'R14',
    bug: 'what is parked is forgotten at a restart',
    file: kernel('reactions/projector.ts'),
    find: `this.#parked.become(await this.#parked.read(documents));`,
    replace: `this.#parked.become(new Map());`,
    suite: projector,
  },
  {
    rule: 'R14',
    bug: 'what is parked is not told when the store refuses something else of its batch',
    file: kernel('reactions/projector.ts'),
    find: `    if (!(await this.#tellParked())) return false;`,
    replace: '',
    suite: kernel('reactions/parking.spec.ts'),
  },
  {
    rule: 'R14',
    bug: 'a rebuild forgets what it parked when it stumbles',
    file: kernel('reactions/projector.ts'),
    find: `if (this.generation === 'live') this.#parked`,
    replace: `this.#parked.become(new Map()); if (this.generation === 'live') this.#parked`,
    suite: kernel('reactions/parking.spec.ts'),
  },
  {
    rule: 'R14',
    bug: 'a record that cannot be read ends a projection',
    file: kernel('reactions/projector.ts'),
    find: `      pastDamage: true,\n`,
    replace: '',
    suite: kernel('reactions/damage.spec.ts'),
  },
  {
    rule: 'R14',
    bug: 'a vault that is away parks streams',
    file: kernel('reactions/event-changes.ts'),
    find: `      if (!(error instanceof PersonalUnreadable)) throw error;`,
    replace: '',
    suite: kernel('reactions/damage.spec.ts'),
  },
  {
    rule: 'law 2',
    bug: 'a write whose event was parked is answered as if it could be read',
    file: 'gateway/src/pipeline/served-call.ts',
    find: ` && !service.isStale([stream]);`,
    replace: `;`,
    suite: 'gateway/src/gateway.spec.ts',
  },
  {
    rule: 'law 2',
    bug: 'a refused write is told a tag from before what refused it',
    file: 'gateway/src/pipeline/served-call.ts',
    find: `return isThere ? etagAt(target.addressed ?? target.location, this) : undefined;`,
    replace: `return etagAt(target.addressed ?? target.location, this);`,
    suite: 'gateway/src/gateway.spec.ts',
  },
  {
    rule: 'law 2',
    bug: 'a position counts as reached when one projection has reached it',
    file: kernel('runtime/service-runner.ts'),
    find: `return all.every((reached) => reached);`,
    replace: `return all.some((reached) => reached);`,
    suite: kernel('runtime/reached.spec.ts'),
  },
  {
    rule: 'law 2',
    bug: 'a write that changes rights does not wait for the authenticator',
    file: 'deploy/edge/src/authentication.ts',
    find: `return both.every((reached) => reached);`,
    replace: `return both[0];`,
    suite: 'deploy/edge/src/authentication.spec.ts',
  },
];
