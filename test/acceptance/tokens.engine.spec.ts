/** A model of ids is uploaded with its tokenizer.json, asked, and says what it cut. */
import { onnxFile } from '../support/onnx-file.js';
import { type Person, somebody } from '../support/people.js';
import { type RunningCairn, topologies } from '../support/topology.js';

/** Answers the ids that it is given, as a vector. */
const echo = onnxFile({
  input: { name: 'input_ids', type: 'int64', shape: [1, 'T'] },
  nodes: [{ operation: 'Cast', inputs: ['input_ids'], output: 'vector', attributes: { to: 1 } }],
  weights: [],
  output: { name: 'vector', type: 'float32', shape: [1, 'T'] },
});

const tokenizer = (normalizer: string): string =>
  JSON.stringify({
    normalizer: { type: normalizer },
    pre_tokenizer: { type: 'Whitespace' },
    post_processor: { type: 'BertProcessing', cls: ['<s>', 1], sep: ['</s>', 2] },
    truncation: { max_length: 5, strategy: 'LongestFirst', direction: 'Right' },
    model: { type: 'WordPiece', unk_token: '?', vocab: { '?': 0, '<s>': 1, '</s>': 2, puffin: 3, '##s': 4 } },
  });

describe.each(topologies)('a tokenizer.json, on $name', (topology) => {
  let cairn: RunningCairn;
  let ada: Person;
  let model: string;
  beforeAll(async () => {
    cairn = await topology.start();
    ada = await somebody(cairn);
    const body = { name: 'served', config: { task: 'embedding' } };
    ({ id: model } = (await ada.client.call('createModel', { body })).body);
    await upload('onnx_model', echo);
  });
  afterAll(() => cairn.remove());

  const upload = async (
    asset_type: 'onnx_model' | 'tokenizer_json',
    content: string | Uint8Array<ArrayBuffer>,
  ) => {
    const file = { name: 'file', contentType: 'application/octet-stream', content };
    return (await ada.client.call('uploadModel', { params: { id: model }, query: { asset_type }, file }))
      .body;
  };
  const ask = async (input_text: string) =>
    (await ada.client.call('runModel', { params: { model_id: model }, body: { input_text } })).body;

  it('is missed by a model of ids', async () =>
    expect(ask('puffin')).rejects.toMatchObject({
      problem: { code: 'model_config_invalid', detail: expect.stringContaining('send its `tokenizer.json`') },
    }));

  it('is refused by the name of what is not known here', async () =>
    expect(upload('tokenizer_json', tokenizer('Nmt'))).rejects.toMatchObject({
      problem: {
        code: 'asset_invalid',
        detail: expect.stringContaining('The normalizer Nmt is not known here'),
      },
    }));

  it('gives the ids, and what was cut is told wherever the inference is', async () => {
    const { assets } = await upload('tokenizer_json', tokenizer('Lowercase'));
    expect(assets.map(({ asset_type }) => asset_type)).toEqual(['onnx_model', 'tokenizer']);
    const told = { tokens: { total: 10, used: 5 } };
    const inference = await ask('Puffins, puffins, puffins');
    expect(inference).toMatchObject({ ...told, inference_items: [{ value: { vector: [1, 3, 4, 0, 2] } }] });
    const params = { id: inference.id };
    expect((await ada.client.call('getInference', { params })).body).toMatchObject(told);
    const listed = await ada.client.call('listInferences', { query: { model_id: model } });
    expect(listed.body).toMatchObject([told]);
  });
});
