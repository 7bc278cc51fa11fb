import {
  type InputOf,
  type modelCommands,
  modelQueries,
  type NamedEntities,
  type RunResult,
} from '@cairn/contracts';
import { type CallMessage, type CallReply, derivedId, freshId, type Json, Unavailable } from '@cairn/kernel';

/** The models service cannot be reached. */
class ModelsAway extends Unavailable {
  override readonly name = 'ModelsAway';
}

/**
 * What the model of a node does in one attempt. `slow`: it does not answer before `letAnswer`. `away`, `busy`: so many calls
 * of the attempt find it so before it answers. `passes`: it lets so much time pass, ms of the clock, and does not answer.
 */
export type Deed =
  | 'answers'
  | 'fails'
  | 'refuses'
  | 'slow'
  | { readonly away: number }
  | { readonly busy: number }
  | { readonly answers: RunResult['items'] }
  | { readonly passes: number };

type Asked = InputOf<typeof modelCommands.runModel>;

/** What one command did, once. */
export interface Effect {
  readonly id: string;
  readonly execution_id: string;
  /** Of the node. */
  readonly name: string;
  readonly text: string | undefined;
  readonly file: string | undefined;
  readonly result: RunResult;
}

/** An attempt of a node, as the ids of its commands tell it. */
interface Attempt {
  readonly deed: Deed;
  calls: number;
}

type Reply = Exclude<CallReply, { readonly status: 'answered' }>;
const refused = (
  code: 'not_found' | 'model_busy' | 'model_not_runnable' | 'requester_unavailable',
): Reply => ({
  status: 'refused',
  code,
  detail: `The model says ${code}.`,
});

/**
 * For specs: models that do what they are told to by node, and a ledger of what was done: under one id once, for ever
 * (law 3).
 */
export class ToldModels {
  readonly ledger = new Map<string, Effect>();
  /** By the name of a node, an entry for each attempt; the last one is for all later ones too. */
  readonly deeds = new Map<string, readonly Deed[]>();
  /** Names of nodes by their ids. */
  readonly names = new Map<string, string>();
  /** Whose each model is; one of nobody is everybody's. */
  readonly owners = new Map<string, string>();
  readonly private = new Set<string>();
  /** Accounts that are not in force any more: neither do they ask, nor is anything kept for them. */
  gone: ReadonlySet<string> = new Set();
  /** Nobody reaches the service. */
  isAway = false;
  /** Calls that ran a model, by the names of nodes. */
  readonly calls: string[] = [];
  /** How often somebody asked who may use what. */
  readonly asked = { count: 0 };
  /** Called before each call is answered. */
  onCall: (name: string) => void = () => undefined;
  readonly #attempts = new Map<string, Map<string, Attempt>>();
  /** Lets the clock go on. */
  pass: (ms: number) => void = () => undefined;
  #slow: { readonly name: string; readonly go: (deed: Deed) => void }[] = [];

  modelOf(user_id?: string): string {
    const id = freshId();
    if (user_id !== undefined) this.owners.set(id, user_id);
    return id;
  }

  /** Those that are slow answer now. */
  letAnswer(): void {
    for (const { go } of this.#slow.splice(0)) go('answers');
  }

  /** The slow one of a node fails now. */
  failSlow(name: string): void {
    for (const slow of this.#slow) if (slow.name === name) slow.go('fails');
  }

  async call({ kind, name, input, id, onBehalfOf }: CallMessage): Promise<CallReply> {
    if (this.isAway) throw new ModelsAway('nobody answers');
    if (kind === 'command') return this.#run(id, input as Json & Asked, onBehalfOf.user_id);
    const { entities } = input as NamedEntities;
    if (name === modelQueries.unusable.name) {
      this.asked.count += 1;
      const unusable = entities.flatMap((each, place) =>
        this.#mayUse(each.id, onBehalfOf.user_id) ? [] : [place],
      );
      return { status: 'answered', answer: { unusable } };
    }
    if (name !== modelQueries.runnable.name) throw new Error(`nobody told what ${name} answers`);
    const answer = entities.map(({ id: model_id, version_id = derivedId(model_id, 'version') }) => ({
      ...{ status: 'runnable', model_id, version_id, kind: 'text', takes: ['text', 'file'] },
      private: this.private.has(model_id),
    }));
    return { status: 'answered', answer };
  }

  #mayUse(model: string, user_id: string): boolean {
    return (this.owners.get(model) ?? user_id) === user_id;
  }

  async #run(id: string, asked: Asked, user_id: string): Promise<Reply> {
    const { node_id, execution_id } = asked.origin!;
    const name = this.names.get(node_id) ?? node_id;
    this.calls.push(name);
    this.onCall(name);
    const before = this.ledger.get(id);
    if (before !== undefined) return this.#done(before.result);
    if ([user_id, asked.for_user ?? user_id].some((each) => this.gone.has(each)))
      return refused('requester_unavailable');
    if (!this.#mayUse(asked.model_id, user_id)) return refused('not_found');
    const attempt = this.#attemptOf(`${execution_id} ${node_id}`, id, name);
    attempt.calls += 1;
    const reply = hindered(attempt);
    if (reply !== undefined) return reply;
    return this.#effect({ id, execution_id, name, asked, deed: await this.#inTime(name, attempt.deed) });
  }

  /** Which deed it comes to, when it comes to one. */
  #inTime(name: string, deed: Deed): Deed | Promise<Deed> {
    if (typeof deed !== 'object' || !('passes' in deed)) return deed === 'slow' ? this.#slowly(name) : deed;
    this.pass(deed.passes);
    return this.#slowly(name);
  }

  #slowly(name: string): Promise<Deed> {
    return new Promise((go) => this.#slow.push({ name, go }));
  }

  #attemptOf(key: string, id: string, name: string): Attempt {
    const attempts = this.#attempts.get(key) ?? new Map<string, Attempt>();
    this.#attempts.set(key, attempts);
    const told = this.deeds.get(name) ?? [];
    const deed = told[attempts.size] ?? told.at(-1) ?? 'answers';
    const attempt = attempts.get(id) ?? { deed, calls: 0 };
    attempts.set(id, attempt);
    return attempt;
  }

  #effect(done: Pick<Effect, 'id' | 'execution_id' | 'name'> & { asked: Asked; deed: Deed }): Reply {
    const { id, execution_id, name, asked, deed } = done;
    const known = this.ledger.get(id);
    if (known !== undefined) return this.#done(known.result);
    const text = asked.body.input_text;
    const items = typeof deed === 'object' && 'answers' in deed ? deed.answers : [answerTo(name, text)];
    const result = {
      inference_id: derivedId(id, 'inference'),
      model_version_id: asked.model_version_id ?? '',
      error: deed === 'fails' ? `${name} failed` : '',
      items: deed === 'fails' ? [] : items,
    };
    this.ledger.set(id, { id, execution_id, name, text, file: asked.file?.sha256, result });
    return this.#done(result);
  }

  #done(result: RunResult): Reply {
    return { status: 'done', stream: '', position: '0', replayed: false, result: result as Json & RunResult };
  }
}

/** Why an attempt comes to no effect now. */
const hindered = ({ deed, calls }: Attempt): Reply | undefined => {
  if (deed === 'refuses') return refused('model_not_runnable');
  if (typeof deed !== 'object') return undefined;
  if ('away' in deed && calls <= deed.away) throw new ModelsAway('nobody answers');
  return 'busy' in deed && calls <= deed.busy ? refused('model_busy') : undefined;
};

const answerTo = (name: string, text = 'the file'): RunResult['items'][number] => ({
  ...{ prediction: `${name}(${text})`, confidence: 0.9, type: 'classification', value: {} },
});
