import { readdirSync, readFileSync } from 'node:fs';
import type { Client } from '@cairn/client';
import { onnxFile } from '../../support/onnx-file.js';
import { administrator } from '../../support/people.js';
import { oneMachine } from '../../support/topology.js';
import { runsModels } from '../../support/two-numbers.js';
import { spreadOf } from '../measuring.js';
import { memoryOf } from '../processes.js';
import type { Line, Row } from '../row.js';

const MEGABYTE = 1_000_000;
const ROOM = { CAIRN_MAX_STORED_BYTES: '1000000000000' };

interface Size {
  readonly name: string;
  /** Numbers that it takes, classes that it tells apart. */
  readonly width: number;
  readonly models: number;
}

/** The larger ones are more than one worker keeps open: 1 GiB of files. */
const sizes = (isQuick: boolean): readonly Size[] => [
  { name: 'of 0.5 KB', width: 4, models: isQuick ? 100 : 1_000 },
  { name: 'of 4 MB', width: 1_000, models: isQuick ? 50 : 400 },
];

/** `softmax(x W)`, like no other of its size. */
const modelOf = (width: number, number: number): Uint8Array<ArrayBuffer> => {
  const values = Float32Array.from({ length: width * width }, (_, at) => Math.sin(at));
  values[0] = number;
  return onnxFile({
    input: { name: 'x', type: 'float32', shape: ['N', width] },
    nodes: [
      { operation: 'MatMul', inputs: ['x', 'w'], output: 'z' },
      { operation: 'Softmax', inputs: ['z'], output: 'probabilities', attributes: { axis: 1 } },
    ],
    weights: [{ name: 'w', shape: [width, width], values }],
    output: { name: 'probabilities', type: 'float32', shape: ['N', width] },
  });
};

const uploaded = async (client: Client, width: number, number: number): Promise<string> => {
  const { body: model } = await client.call('createModel', { body: { name: `Model ${number}` } });
  const file = {
    name: 'model.onnx',
    contentType: 'application/octet-stream',
    content: modelOf(width, number),
  };
  await client.call('uploadModel', {
    params: { id: model.id },
    query: { asset_type: 'onnx_model' },
    file,
  });
  return model.id;
};

/** Processes whose parent is this one. Linux tells. */
const childrenOf = (pid: number): readonly number[] => {
  const children = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]) === pid;
    } catch (error) {
      if (error instanceof Error) return false;
      throw error;
    }
  });
  return children.map(Number);
};

interface Held {
  readonly own: number;
  readonly workers: number;
  readonly pids: readonly number[];
}

const heldBy = (pid: number): Held => {
  const workers = childrenOf(pid);
  const bytes = workers.reduce((sum, each) => sum + (memoryOf(each)?.now ?? 0), 0);
  return { own: memoryOf(pid)?.now ?? 0, workers: bytes, pids: workers };
};

/** Milliseconds of each question, one after the other; `then` comes after each. */
const timesOf = async (
  client: Client,
  ids: readonly string[],
  width: number,
  then?: () => void,
): Promise<readonly number[]> => {
  const input_text = Array.from({ length: width }, () => 1).join();
  const times: number[] = [];
  for (const model_id of ids) {
    const began = performance.now();
    await client.call('runModel', { params: { model_id }, body: { input_text } });
    times.push(performance.now() - began);
    then?.();
  }
  return times;
};

const lineOf = async ({ name, width, models }: Size): Promise<Line> => {
  const cairn = await oneMachine.start(ROOM);
  try {
    const { client } = await administrator(cairn);
    const ids: string[] = [];
    for (let number = 0; number < models; number += 1) ids.push(await uploaded(client, width, number));
    const [first = ''] = ids;
    await timesOf(client, [first], width);
    const one = heldBy(cairn.pid ?? 0);
    let most = 0;
    const seen = new Set<number>();
    const opening = await timesOf(client, ids, width, () => {
      const { workers, pids } = heldBy(cairn.pid ?? 0);
      if (workers > most) most = workers;
      for (const pid of pids) seen.add(pid);
    });
    const all = heldBy(cairn.pid ?? 0);
    const again = await timesOf(client, ids.slice(0, 20), width);
    const latest = await timesOf(client, ids.slice(-20), width);
    const details = {
      ...{
        cairn_mb: all.own / MEGABYTE,
        workers: all.pids.length,
        workers_ended: seen.size - all.pids.length,
      },
      ...{ workers_with_one_mb: one.workers / MEGABYTE, workers_with_all_mb: all.workers / MEGABYTE },
      workers_most_mb: most / MEGABYTE,
      ...{ first_ms: spreadOf(opening).median, again_ms: spreadOf(again).median },
      latest_ms: spreadOf(latest).median,
    };
    return { row: 'models', measured: `${models} models ${name}, each asked once: memory, ms`, details };
  } finally {
    await cairn.remove();
  }
};

/** Figures for docs/sizing.md; nothing is asserted of them. */
export const manyModels: Row = {
  name: 'models',
  about: 'many models that are different: memory of all processes, and what is closed for another',
  measure: async ({ quick }) => {
    if (!runsModels || process.platform !== 'linux')
      return [{ row: 'models', measured: 'memory of many models', note: 'not run: onnxruntime on Linux' }];
    const lines: Line[] = [];
    for (const size of sizes(quick)) lines.push(await lineOf(size));
    return lines;
  },
};
