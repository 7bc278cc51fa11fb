import { type InputOf, type modelCommands, modelQueries, type RunResult } from '@cairn/contracts';
import { type CallMessage, type CallReply, derivedId, type Json, Unavailable } from '@cairn/kernel';

/** The models service cannot be reached. */
class ModelsAway extends Unavailable {
  override readonly name = 'ModelsAway';
}

type Asked = InputOf<typeof modelCommands.runModel>;
type Tried = InputOf<typeof modelQueries.tried>;
type Items = RunResult['items'];
type Refused = Extract<CallReply, { status: 'refused' }>;

/** What a model does when it is asked: it answers, says that it failed, is refused, cannot be reached, or never answers. */
export type Deed =
  | { readonly answers: Items }
  | { readonly fails: string }
  | { readonly refuses: string }
  | 'is away'
  | 'is silent';

/** What one question was, once. */
export interface Question {
  readonly id: string;
  readonly model_id: string;
  readonly user_id: string;
  readonly text: string | undefined;
  readonly file: string | undefined;
  readonly item_id: string | undefined;
}

export const classification = (prediction: string, confidence = 0.9): Items[number] => ({
  ...{ prediction, confidence, type: 'classification', value: {} },
});
export const transcription = (text: string): Items[number] => ({
  ...{ prediction: text, confidence: 0.9, type: 'transcription', value: { text } },
});

/** For specs: models that do what they are told, and a ledger of what they were asked: under one id once, for ever (law 3). */
export class ToldLabeller {
  readonly ledger = new Map<string, { readonly question: Question; readonly result: RunResult }>();
  /** Calls that came, with those that were there before. */
  calls = 0;
  /** What each model reads; a text where nothing is told. */
  readonly reads = new Map<string, 'text' | 'file'>();
  /** Models that nobody may execute any more. */
  readonly revoked = new Set<string>();
  /** Called when a question comes; what it gives is done. */
  deed: (question: Question) => Deed | Promise<Deed> = ({ text }) => ({
    answers: [classification(text?.includes('won') ? 'spam' : 'ham')],
  });

  /** The questions in their order, without repetitions. */
  get questions(): readonly Question[] {
    return [...this.ledger.values()].map(({ question }) => question);
  }

  async call({ kind, name, input, id, onBehalfOf }: CallMessage): Promise<CallReply> {
    if (name === modelQueries.tried.name) return this.#tried(input as Json & Tried, onBehalfOf.user_id);
    if (kind === 'command') return this.#run(id, input as Json & Asked, onBehalfOf.user_id);
    if (name === modelQueries.executable.name)
      return { status: 'answered', answer: { model_id: (input as { model_id: string }).model_id } };
    if (name === modelQueries.inputsOf.name) return inputsOf(input as { readonly ids: readonly string[] });
    if (name !== modelQueries.runnable.name) throw new Error(`nobody told what ${name} answers`);
    const { entities } = input as { readonly entities: readonly { readonly id: string }[] };
    return { status: 'answered', answer: entities.map(({ id: model }) => this.#runnable(model)) };
  }

  #runnable(model_id: string): Json {
    if (this.revoked.has(model_id)) return { status: 'unusable' };
    const takes = [this.reads.get(model_id) ?? 'text'];
    return {
      ...{ status: 'runnable', model_id, version_id: derivedId(model_id, 'version') },
      ...{ kind: 'text', takes, private: false },
    };
  }

  /** Nothing of it stands in the ledger. */
  async #tried({ model_id, text, file }: Tried, user_id: string): Promise<CallReply> {
    this.calls += 1;
    const question = { id: '', model_id, user_id, text, file: file?.sha256, item_id: undefined };
    const deed = await this.deed(question);
    if (typeof deed === 'string') return refused('model_busy');
    if ('refuses' in deed) return refused(deed.refuses);
    const told =
      'fails' in deed ? { error: deed.fails, items: [], ms: 0 } : { error: '', items: deed.answers, ms: 1 };
    const answer = { model_version_id: derivedId(model_id, 'version'), ...told };
    return { status: 'answered', answer: answer as Json & typeof answer };
  }

  async #run(id: string, { model_id, body, file }: Asked, user_id: string): Promise<CallReply> {
    this.calls += 1;
    if (this.revoked.has(model_id)) return refused('not_found');
    const before = this.ledger.get(id);
    if (before !== undefined) return done(before.result);
    const { input_text: text, dataset_item_id: item_id } = body;
    const question = { id, model_id, user_id, text, file: file?.sha256, item_id };
    return this.#told(question, await this.deed(question));
  }

  #told(question: Question, deed: Deed): CallReply | Promise<CallReply> {
    if (deed === 'is away') throw new ModelsAway('nobody answers');
    if (deed === 'is silent') return new Promise(() => undefined);
    if ('refuses' in deed) return refused(deed.refuses);
    const { id, model_id } = question;
    const result = {
      inference_id: derivedId(id, 'inference'),
      model_version_id: derivedId(model_id, 'version'),
      error: 'fails' in deed ? deed.fails : '',
      items: 'fails' in deed ? [] : deed.answers,
    };
    const known = this.ledger.get(id) ?? { question, result };
    this.ledger.set(id, known);
    return done(known.result);
  }
}

/** Inferences of texts, whatever their ids. */
const inputsOf = ({ ids }: { readonly ids: readonly string[] }): CallReply => {
  const rest = { status: 'found', name: '', model_version_id: '', input_text: 'You have won', items: [] };
  return { status: 'answered', answer: ids.map((id) => ({ ...rest, id, model_id: id })) };
};

const refused = (code: string): CallReply => ({
  ...{ status: 'refused', code: code as Refused['code'], detail: `The model says ${code}.` },
  errors: [{ pointer: '/input_text', code, message: `is ${code}` }],
});

const done = (result: RunResult): CallReply => ({
  ...{ status: 'done', stream: '', position: '0', replayed: false, result: result as Json & RunResult },
});
