import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { administrator, type Person } from '../../support/people.js';
import { oneMachine } from '../../support/topology.js';
import { runsModels, twoNumbersModel } from '../../support/two-numbers.js';
import { throughput } from '../http-load.js';
import { paired, type Side } from '../measuring.js';
import { startPeer } from '../processes.js';
import type { Line, Row, Settings } from '../row.js';

const ABOUT = 'ask a tiny classifier: token, rights, a process of its own, a record on disk, read model';
const CONNECTIONS = [1, 32];
const LABELS = ['left', 'right', 'neither'];
const BODY = JSON.stringify({ input_text: '3,0' });

interface Asked {
  readonly url: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers a second. */
const side = (name: string, { path, ...at }: Asked, connections: number, seconds: number): Side => ({
  name,
  rate: () => throughput({ ...at, connections, seconds, requests: [{ method: 'POST', path, body: BODY }] }),
});

/** The path at which it is asked. */
const classifier = async ({ client }: Person): Promise<string> => {
  const { body: model } = await client.call('createModel', { body: { name: 'Two numbers' } });
  const params = { id: model.id };
  const contentType = 'application/octet-stream';
  const onnx = { name: 'model.onnx', contentType, content: twoNumbersModel() };
  await client.call('uploadModel', { params, query: { asset_type: 'onnx_model' }, file: onnx });
  const labels = { name: 'labels.txt', contentType, content: LABELS.join('\n') };
  await client.call('uploadModel', { params, query: { asset_type: 'labels_file' }, file: labels });
  return `/api/v1/inferences/${model.id}`;
};

const compared = async (
  [ours, theirs]: readonly [Asked, Asked],
  connections: number,
  { rounds, seconds }: Settings,
): Promise<Line> => {
  const sides = [side('Cairn', ours, connections, seconds), side('express', theirs, connections, seconds)];
  const [cairn, peer] = sides as [Side, Side];
  for (const each of sides) await each.rate();
  const { ratio, ...rates } = await paired(cairn, peer, rounds);
  return {
    row: 'B15',
    measured: `ask a tiny classifier, ${connections} at once: Cairn ÷ express + onnxruntime in its process, no record`,
    ratio,
    ...(connections === 1 ? {} : { bound: { floor: 0.15, goal: 0.5 } }),
    details: { ours_per_second: rates.ours, peer_per_second: rates.peer },
  };
};

/** B15: what it costs that an answer is somebody's, comes from a process of its own, and is there afterwards. */
export const inference: Row = {
  name: 'B15',
  about: ABOUT,
  measure: async (settings) => {
    if (!runsModels)
      return [
        { row: 'B15', measured: ABOUT, note: 'not run: onnxruntime, `npm run models:install` installs it' },
      ];
    const cairn = await oneMachine.start();
    const file = join(cairn.folder, 'peer.onnx');
    writeFileSync(file, twoNumbersModel());
    const peer = await startPeer('test/load/peers/express-onnx.ts', [file, LABELS.join(',')]);
    try {
      const person = await administrator(cairn);
      const headers = { authorization: `Bearer ${person.token}` };
      const ours = { url: cairn.baseUrl, path: await classifier(person), headers };
      const theirs = { url: peer.baseUrl, path: '/api/v1/inferences' };
      const lines: Line[] = [];
      for (const connections of CONNECTIONS)
        lines.push(await compared([ours, theirs], connections, settings));
      return lines;
    } finally {
      await Promise.all([peer.end(), cairn.remove()]);
    }
  },
};
