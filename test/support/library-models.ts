/** Models of libraries as whoever made them uploads and asks them. */
import { ProblemError } from '@cairn/client';
import type { Inference } from '@cairn/contracts';
import { wrongIn } from './library-answers.js';
import { wrongInBatch } from './library-batches.js';
import { type Config, type LibraryCase, withLine } from './library-cases.js';
import type { Person } from './people.js';

/** Lines of config that a file may need one after the other. */
const MOST_LINES = 3;
const SHOWN = 4;

interface Served {
  readonly id: string;
  readonly version: string;
}
type Ask = (model_id: string) => Promise<Inference>;

export class LibraryModels {
  /** What Cairn asked for, with the names of the files. */
  readonly asked: string[] = [];

  constructor(
    private readonly baseUrl: string,
    private readonly person: Person,
  ) {}

  /** Throws what is wrong with the answers to the rows, asked one by one as texts or as pictures. */
  async checkRows(of: LibraryCase): Promise<void> {
    const model = await this.#served(of);
    const rows = this.#rowsOf(of);
    await this.#settled(of, model, rows[0]!);
    const wrong: string[] = [];
    for (const [row, ask] of rows.entries())
      wrong.push(...wrongIn(of, row, await ask(model.id)).map((each) => `row ${row}: ${each}`));
    if (wrong.length > 0) throw new Error(`${wrong.length} wrong: ${wrong.slice(0, SHOWN).join('; ')}`);
  }

  /** Throws what is wrong with the answer to all rows at once, by the open inference protocol. */
  async checkBatch(of: LibraryCase): Promise<void> {
    const { id } = await this.#served(of);
    const url = `${this.baseUrl}/v2/models/${id}/infer`;
    const wrong = await wrongInBatch(of, { url, token: this.person.token });
    if (wrong.length > 0) throw new Error(wrong.join('; '));
  }

  async #served({ name, content, config }: LibraryCase): Promise<Served> {
    const { client } = this.person;
    const { body: model } = await client.call('createModel', { body: { name, config } });
    const file = { name: 'model.onnx', contentType: 'application/octet-stream', content };
    const query = { asset_type: 'onnx_model' as const };
    const { body: version } = await client.call('uploadModel', { params: { id: model.id }, query, file });
    return { id: model.id, version: version.id };
  }

  #rowsOf({ texts, pictures }: LibraryCase): readonly Ask[] {
    const { client } = this.person;
    const texted = texts.map((input_text): Ask => async (model_id) => {
      return (await client.call('runModel', { params: { model_id }, body: { input_text } })).body;
    });
    const pictured = pictures.map(
      (content): Ask =>
        (model_id) =>
          this.#askPicture(model_id, content),
    );
    return [...texted, ...pictured];
  }

  async #askPicture(model_id: string, content: Uint8Array<ArrayBuffer>): Promise<Inference> {
    const body = new FormData();
    body.append('file', new Blob([content], { type: 'image/png' }), 'row.png');
    const headers = { authorization: `Bearer ${this.person.token}` };
    const url = `${this.baseUrl}/api/v1/inferences/${model_id}`;
    const response = await fetch(url, { method: 'POST', body, headers });
    const answer: unknown = await response.json();
    if (!response.ok) throw new ProblemError('runModel', response.status, response.headers, answer);
    return answer as Inference;
  }

  /** Says the lines of config that Cairn asks for. Throws where it asks for what the file tells, or for nothing. */
  async #settled(of: LibraryCase, { id, version }: Served, ask: Ask): Promise<void> {
    let config: Config = of.config;
    for (let lines = 0; lines <= MOST_LINES; lines += 1) {
      const detail = await refusalOf(ask(id));
      if (detail === undefined) return;
      const line = lineIn(detail, of);
      if (!of.open || line === undefined) throw new Error(`refused: ${detail}`);
      this.asked.push(`${of.name}: ${detail}`);
      config = withLine(config, line, of.truths[line]);
      const params = { model_id: id, id: version };
      await this.person.client.call('updateModelVersion', { params, body: { config } });
    }
    throw new Error(`still refused after ${MOST_LINES} lines: ${JSON.stringify(config)}`);
  }
}

/** Why a config does not do; nothing when the question was answered. */
const refusalOf = async (answer: Promise<Inference>): Promise<string | undefined> => {
  try {
    await answer;
    return undefined;
  } catch (error) {
    if (error instanceof ProblemError && error.problem?.code === 'model_config_invalid')
      return error.problem.detail;
    throw error;
  }
};

/** The line that the refusal quotes, of those that whoever made the model can say. */
const lineIn = (detail: string, { truths }: LibraryCase): string | undefined => {
  const quotes = detail.match(/`[^`]+`/g) ?? [];
  return Object.keys(truths).find((path) =>
    quotes.some((quote) => path.split('.').every((part) => quote.includes(part))),
  );
};
