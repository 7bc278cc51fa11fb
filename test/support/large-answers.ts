import { operations } from '@cairn/contracts';
import type { LargestInputs } from './largest-inputs.js';
import type { Person } from './people.js';
import { zerosModel } from './slow-models.js';
import type { ServedCairn } from './topology.js';

/** Their JSON is nearly all that an answer may be. */
const VALUES = 5_000_000;
const SAID = `of ${VALUES} values`;

/** Asks a model for as many values as there may be, in each way. Answers what came, by what was asked: status and bytes. */
export const largestAnswers = async (
  { baseUrl }: Pick<ServedCairn, 'baseUrl'>,
  inputs: LargestInputs,
  { client, token }: Person,
): Promise<readonly { readonly status: number; readonly bytes: number }[]> => {
  const body = { name: 'zeros', config: '{"task":"raw"}' };
  const { id } = (await client.call('createModel', { body })).body;
  const file = { name: 'm.onnx', contentType: 'application/octet-stream', content: zerosModel() };
  await client.call('uploadModel', { params: { id }, query: { asset_type: 'onnx_model' }, file });
  const { runModel, getInference } = operations;
  const made = await inputs.ask(runModel, SAID, {
    ...{ method: runModel.method, path: runModel.path, params: { model_id: id } },
    body: { inputs: { x: [VALUES] } },
  });
  const { body: inferences } = await client.call('listInferences', { query: { model_id: id } });
  const read = await inputs.ask(getInference, SAID, {
    ...{ method: getInference.method, path: getInference.path, params: { id: inferences[0]?.id ?? '' } },
  });
  const asTensors = async (binary_data: boolean) => {
    const response = await fetch(`${baseUrl}/v2/models/${id}/infer`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        inputs: [{ name: 'x', datatype: 'INT64', shape: [1], data: [VALUES] }],
        outputs: [{ name: 'y', parameters: { binary_data } }],
      }),
    });
    return { status: response.status, bytes: (await response.arrayBuffer()).byteLength };
  };
  const asJson = await inputs.noted(`inferModel ${SAID} as JSON`, () => asTensors(false));
  const asBytes = await inputs.noted(`inferModel ${SAID} as bytes`, () => asTensors(true));
  return [made, read, asJson, asBytes];
};
