/** One sequence of the model, as far as it has been played. */
import { randomUUID } from 'node:crypto';
import { type Deed, FOUNDER, type Ids, type Planned, SYSTEM } from './deed.js';
import { deeds } from './deeds.js';
import { type AssetKind, assetKinds, type Facts, type Name, noFacts } from './facts.js';
import type { Call, Named, System, Told } from './system.js';

/** Times in bodies come in any time zone. */
const ZONES = ['+00:00', '+14:00', '-11:00', '+05:30'] as const;
const inZone = (at: number, zone: string): string => {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(zone) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000);
  return new Date(at + offset).toISOString().replace('Z', zone);
};

const isAsset = (name: Name): boolean => assetKinds.some((kind) => name.startsWith(`${kind} `));
export const kindOf = (name: Name): AssetKind =>
  assetKinds.find((kind) => name.startsWith(kind)) ?? 'dataset';

/** What was so at a time, until the next. */
export interface Moment {
  readonly facts: Facts;
  /** What was done since the moment before; nothing was before the first. */
  readonly deed?: string;
}

export class Play {
  readonly #ids: Map<Name, string>;
  readonly #story: string[] = [];
  #times = 0;
  /** Is in the name of every asset of this sequence, and nowhere else. */
  readonly word = `w${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  readonly moments: Moment[] = [];
  facts: Facts;

  constructor(
    readonly system: System,
    people: ReadonlyMap<Name, string>,
    roles: ReadonlyMap<Name, string>,
  ) {
    this.#ids = new Map([...people, ...roles]);
    this.facts = { ...noFacts, now: system.now() };
  }

  readonly names: Ids = {
    idOf: (name) => this.#ids.get(name) ?? (isAsset(name) ? `${this.word} ${name}` : this.#lost(name)),
    shareOf: (asset, person) =>
      this.#ids.get(`${asset} with ${person}`) ?? this.#lost(`${asset} with ${person}`),
    timeOf: (at) => inZone(at, ZONES[(this.#times += 1) % ZONES.length]!),
  };
  #lost(name: Name): never {
    throw new Error(`${name} was never made`);
  }
  id(name: Name): string {
    return this.names.idOf(name);
  }
  /** How the sequence calls what has an id. */
  nameOf(id: string): Name | undefined {
    return [...this.#ids].find(([, each]) => each === id)?.[0];
  }
  asset(name: Name): Named {
    return { kind: kindOf(name), id: this.id(name) };
  }

  /** As the founder, before the sequence begins. */
  async make(name: Name, operation: string, body: Call['body'] = {}): Promise<void> {
    const { code, id } = await this.system.call(this.id(FOUNDER), { operation, body });
    if (code !== 'done') throw new Error(`${operation}: ${code}`);
    this.#ids.set(name, id);
  }

  /** Plays a deed; false when it cannot be done now. Throws with the story so far what is not answered as the policy says. */
  async acts(deed: Deed): Promise<boolean> {
    this.facts = { ...this.facts, now: this.system.now() };
    const planned = deeds[deed.does]?.(this.facts, deed);
    if (planned === undefined) return false;
    this.#story.push(planned.says);
    const code = await this.#act(planned);
    const { refusals } = planned;
    if (!(refusals.length === 0 ? ['done'] : refusals).includes(code))
      this.wrong(`that was answered ${code} instead of ${refusals.join(' or ') || 'done'}`);
    if (refusals.length === 0) this.facts = planned.after;
    this.remember(deed.does);
    return true;
  }

  /** What is so now; nothing else happens in the same millisecond. */
  remember(deed?: string): void {
    this.system.pass(2);
    this.facts = { ...this.facts, now: this.system.now() };
    this.moments.push({ facts: this.facts, ...(deed === undefined ? {} : { deed }) });
    this.system.pass(2);
  }

  async #act({ act, makes }: Planned): Promise<string> {
    if ('passes' in act) this.system.pass(act.passes);
    if ('closes' in act) await this.system.close(this.id(act.closes), act.isClosed);
    const told = await this.#told(act);
    if (told.code === 'done' && makes !== undefined) this.#ids.set(makes, told.id);
    return told.code;
  }

  async #told(act: Planned['act']): Promise<Told> {
    if ('accepts' in act) {
      const [name = ''] = act.accepts.split(' with ');
      return this.system.accept(this.id(act.by), this.asset(name), this.id(act.accepts));
    }
    if (!('call' in act)) return { code: 'done', id: '' };
    const call = act.call(this.names);
    return act.by === SYSTEM ? this.system.administer(call) : this.system.call(this.id(act.by), call);
  }

  wrong(what: string): never {
    const story = this.#story.map((line, index) => `  ${index + 1}. ${line}`);
    throw new Error(`${what}, after:\n${story.join('\n')}`);
  }
}
