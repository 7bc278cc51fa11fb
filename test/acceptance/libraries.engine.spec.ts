/** Files that the real libraries export, with their defaults: Cairn answers what the library itself predicts. */
import { ProblemError } from '@cairn/client';
import type { Inference } from '@cairn/contracts';
import { everyCell } from '../support/cells.js';
import { wrongIn } from '../support/library-answers.js';
import { type Config, libraryCases, type LibraryCase, withLine } from '../support/library-cases.js';
import { wrongInBatch } from '../support/library-batches.js';
import { type Person, somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';

/** Lines of config that a file may need one after the other. */
const MOST_LINES = 3;
const SHOWN = 4;
const nameOf = ({ name }: LibraryCase): string => name;

interface Served {
  readonly id: string;
  readonly version: string;
}

describe.each(topologies)('what libraries export, on $name', (topology) => {
  let cairn: RunningCairn;
  let ada: Person;
  let cases: readonly LibraryCase[];
  const asked: string[] = [];
  beforeAll(async () => {
    cairn = await topology.start();
    cases = await libraryCases();
    ada = await somebody(cairn);
  }, 900_000);
  afterAll(async () => {
    await cairn.remove();
    process.stdout.write(`    ${asked.length} lines of config were asked for\n${asked.join('')}`);
  });

  const served = async ({ name, content, config }: LibraryCase): Promise<Served> => {
    const { body: model } = await ada.client.call('createModel', { body: { name, config } });
    const file = { name: 'model.onnx', contentType: 'application/octet-stream', content };
    const query = { asset_type: 'onnx_model' as const };
    const { body: version } = await ada.client.call('uploadModel', { params: { id: model.id }, query, file });
    return { id: model.id, version: version.id };
  };
  const ask = async (model_id: string, input_text: string): Promise<Inference> =>
    (await ada.client.call('runModel', { params: { model_id }, body: { input_text } })).body;

  /** Says the lines of config that Cairn asks for. Throws where it asks for what the file tells, or for nothing. */
  const settled = async (of: LibraryCase, { id, version }: Served): Promise<void> => {
    let config: Config = of.config;
    for (let lines = 0; lines <= MOST_LINES; lines += 1) {
      const detail = await refusal(id, of.texts[0] ?? '');
      if (detail === undefined) return;
      const quotes = detail.match(/`[^`]+`/g) ?? [];
      const isQuoted = (path: string): boolean =>
        quotes.some((quote) => path.split('.').every((part) => quote.includes(part)));
      const line = Object.keys(of.truths).find(isQuoted);
      if (!of.open || line === undefined) throw new Error(`refused: ${detail}`);
      asked.push(`    ${of.name}: ${detail}\n`);
      config = withLine(config, line, of.truths[line]);
      const params = { model_id: id, id: version };
      await ada.client.call('updateModelVersion', { params, body: { config } });
    }
    throw new Error(`still refused after ${MOST_LINES} lines: ${JSON.stringify(config)}`);
  };
  const refusal = async (id: string, input_text: string): Promise<string | undefined> => {
    try {
      await ask(id, input_text);
      return undefined;
    } catch (error) {
      if (error instanceof ProblemError && error.problem?.code === 'model_config_invalid')
        return error.problem.detail;
      throw error;
    }
  };

  it('answers each of twenty rows as the library predicts it', async () => {
    const check = async (of: LibraryCase): Promise<void> => {
      const model = await served(of);
      await settled(of, model);
      const wrong: string[] = [];
      for (const [row, text] of of.texts.entries())
        wrong.push(...wrongIn(of, row, await ask(model.id, text)).map((each) => `row ${row}: ${each}`));
      if (wrong.length > 0) throw new Error(`${wrong.length} wrong: ${wrong.slice(0, SHOWN).join('; ')}`);
    };
    await everyCell(cases, nameOf, check, { atOnce: 4 });
  }, 600_000);

  it('gives the numbers of onnxruntime to clients of the open inference protocol', async () => {
    const check = async (of: LibraryCase): Promise<void> => {
      const { id } = await served(of);
      const wrong = await wrongInBatch(of, {
        url: `${cairn.baseUrl}/v2/models/${id}/infer`,
        token: ada.token,
      });
      if (wrong.length > 0) throw new Error(wrong.join('; '));
    };
    await everyCell(cases, nameOf, check, { atOnce: 4 });
  }, 600_000);
});
