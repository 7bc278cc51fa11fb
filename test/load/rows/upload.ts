import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { administrator, type Person } from '../../support/people.js';
import { oneMachine, type RunningCairn } from '../../support/topology.js';
import { paired, type Side } from '../measuring.js';
import { CatFolder } from '../peers/cat.js';
import { memoryOf } from '../processes.js';
import type { Bound, Line, Row, Settings } from '../row.js';

const MEGABYTE = 1_000_000;
const MEGABYTES = 1_000;
const TYPE = 'tflite_model';
/** The whole of a run is one account's. */
const ROOM = { CAIRN_MAX_STORED_BYTES: '1000000000000' };

/** Bytes like none before, sent in pieces of 1 MB, that count as a TensorFlow Lite model. */
const file = (): Readable => {
  const first = randomBytes(MEGABYTE);
  first.write('TFL3', 4, 'latin1');
  const others = randomBytes(MEGABYTE);
  let sent = 0;
  return new Readable({
    highWaterMark: MEGABYTE,
    read() {
      this.push(sent === MEGABYTES ? null : sent === 0 ? first : others);
      sent += 1;
    },
  });
};

interface Sending {
  readonly cairn: RunningCairn;
  readonly person: Person;
  readonly model: string;
}

const taken = async (bytes: Readable): Promise<void> => {
  let size = 0;
  for await (const chunk of bytes) size += (chunk as Buffer).length;
  if (size !== MEGABYTES * MEGABYTE) throw new Error(`${size} bytes came`);
};

const upload = async ({ cairn, person, model }: Sending): Promise<void> => {
  const sent = request(`${cairn.baseUrl}/api/v1/models/${model}/upload?asset_type=${TYPE}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${person.token}`,
      'content-type': 'application/octet-stream',
      'content-length': MEGABYTES * MEGABYTE,
      'x-filename': 'large.tflite',
    },
  });
  const answered = new Promise<void>((resolve, reject) => {
    sent.once('error', reject);
    sent.once('response', (response) => {
      if (response.statusCode === 200) response.resume().once('end', resolve);
      else reject(new Error(`the upload was answered ${response.statusCode}`));
    });
  });
  await Promise.all([answered, pipeline(file(), sent)]);
};

const download = ({ cairn, person, model }: Sending): Promise<void> =>
  new Promise((resolve, reject) => {
    request(`${cairn.baseUrl}/api/v1/models/${model}/download/${TYPE}`, {
      headers: { authorization: `Bearer ${person.token}` },
    })
      .once('error', reject)
      .once('response', (response) => {
        taken(response).then(resolve, reject);
      })
      .end();
  });

/** MB a second. */
const side = (name: string, work: () => Promise<void>): Side => ({
  name,
  rate: async () => {
    const began = performance.now();
    await work();
    return MEGABYTES / ((performance.now() - began) / 1000);
  },
});

const compared = async (
  measured: string,
  [ours, peer]: readonly [Side, Side],
  { rounds }: Settings,
  bound?: Bound,
): Promise<Line> => {
  await ours.rate();
  await peer.rate();
  const { ratio, ...rates } = await paired(ours, peer, rounds);
  return {
    row: 'B14',
    measured,
    ratio,
    ...(bound === undefined ? {} : { bound }),
    details: { ours_mb_per_second: rates.ours, peer_mb_per_second: rates.peer },
  };
};

/** What the process has had at the most beyond what it had before. */
const memoryLine = (before: number, peak: number): Line => {
  const above = (peak - before) / MEGABYTE;
  return {
    row: 'B14',
    measured: 'memory of the process above its idle at the peak of all uploads, MB',
    ratio: { median: above, low: above, high: above },
    bound: { floor: 128, goal: 64, atMost: true },
    details: { idle_mb: before / MEGABYTE, peak_mb: peak / MEGABYTE },
  };
};

/** B14: what it costs beside a bare copy that what comes is hashed, counted, bounded, and named when it is durable. */
export const uploadOfLargeFile: Row = {
  name: 'B14',
  about: 'stream 1 GB into a model, and out of it',
  measure: async (settings) => {
    const cairn = await oneMachine.start(ROOM);
    const cat = new CatFolder(cairn.folder);
    try {
      const person = await administrator(cairn);
      const { body: model } = await person.client.call('createModel', { body: { name: 'Large' } });
      const sending = { cairn, person, model: model.id };
      const before = memoryOf(cairn.pid)?.now;
      const uploads = await compared(
        'POST 1 GB as a file of a model: Cairn ÷ `cat > file; fsync` through a pipe from the same process, MB a second',
        [side('Cairn', () => upload(sending)), side('cat', () => cat.write(file()))],
        settings,
        { floor: 0.4, goal: 0.6 },
      );
      const peak = memoryOf(cairn.pid)?.peak;
      const downloads = await compared(
        'GET the same: Cairn ÷ `cat file` through a pipe',
        [side('Cairn', () => download(sending)), side('cat', () => cat.read(taken))],
        settings,
      );
      const memory = before === undefined || peak === undefined ? [] : [memoryLine(before, peak)];
      return [uploads, ...memory, downloads];
    } finally {
      await cairn.remove();
      cat.remove();
    }
  },
};
