import { readFileSync } from 'node:fs';
import { type RunnableModel, isRunFailure } from './port.js';
import { type ModelsForSpecs, answered, modelsForSpecs } from './testing/models-for-specs.js';
import { endlessModel, greedyModel, identityModel, tabularModel } from './testing/models.js';
import {
  bytesField,
  graph,
  intField,
  node,
  onnxFile,
  tensor,
  valueInfo,
  varint,
} from './testing/onnx-writer.js';

const DEADLINE_MS = 30_000;
const GIB = 1024 ** 3;
const ROW = { kind: 'text', text: '2, 1' } as const;
const NUMBERS = { kind: 'raw', tensors: { x: [4] } } as const;

const withInitializer = (initializer: Uint8Array): Buffer =>
  onnxFile(
    graph({
      nodes: [node('Add', ['x', 'w'], ['y'])],
      initializers: [initializer],
      inputs: [valueInfo('x', 'float32', [1])],
      outputs: [valueInfo('y', 'float32', [1])],
    }),
  );
const head = Buffer.concat([intField(1, 8), intField(2, 1), bytesField(8, '')]);
const external = (...fields: readonly Uint8Array[]): Buffer =>
  withInitializer(Buffer.concat([intField(1, 1), intField(2, 1), bytesField(8, 'w'), ...fields]));
const nested = (depth: number): Uint8Array =>
  depth === 0
    ? graph({ nodes: [], inputs: [], outputs: [] })
    : graph({
        nodes: [node('If', ['c'], ['y'], { attributes: { then_branch: nested(depth - 1) } })],
        inputs: [],
        outputs: [],
      });

const FILES: readonly (readonly [string, Buffer, RegExp])[] = [
  ['an empty file', Buffer.alloc(0), /empty/],
  ['a text', Buffer.from('no model at all\n'), /no field of an ONNX file|wire type|bytes long/],
  [
    'a pickle (S33)',
    Buffer.from('\x80\x04\x95\x10\0\0\0\0\0\0\0c', 'latin1'),
    /no field|number|bytes long|wire type/,
  ],
  [
    'an archive (S33)',
    Buffer.from('PK\x03\x04\x14\0\0\0\x08\0', 'latin1'),
    /no field|bytes long|wire type|no ONNX model/,
  ],
  ['a model that is cut', tabularModel().subarray(0, 90), /bytes long/],
  [
    'a message that says it has 2 GB',
    Buffer.concat([head, varint((7 << 3) | 2), varint(2 ** 31)]),
    /wire type|2147483648 bytes long/,
  ],
  [
    'a length of 2^63',
    Buffer.concat([varint((7 << 3) | 2), varint(2n ** 63n)]),
    /9223372036854775808 bytes long/,
  ],
  ['a number without an end', Buffer.concat([varint(8), Buffer.alloc(30, 0xff)]), /ten bytes/],
  ['a graph that is a number', Buffer.concat([intField(1, 8), intField(7, 5)]), /wire type/],
  ['graphs within graphs', onnxFile(nested(40)), /nests deeper/],
  [
    'weights in another file (S33)',
    external(bytesField(13, bytesField(1, 'location'), bytesField(2, '../../etc/passwd'))),
    /external data/,
  ],
  ['weights that are said to be elsewhere (S33)', external(intField(14, 1)), /external data/],
  [
    'weights at an address of memory (S33)',
    external(bytesField(13, bytesField(1, 'location'), bytesField(2, '*/_ORT_MEM_ADDR_/*')), intField(14, 1)),
    /external data/,
  ],
  [
    'weights of a graph within a graph in another file (S33)',
    onnxFile(
      graph({
        nodes: [
          node('If', ['c'], ['y'], {
            attributes: {
              then_branch: graph({
                nodes: [],
                initializers: [Buffer.concat([intField(14, 1)])],
                inputs: [],
                outputs: [],
              }),
            },
          }),
        ],
        inputs: [],
        outputs: [],
      }),
    ),
    /external data/,
  ],
  [
    'an operation that nobody knows',
    onnxFile(
      graph({
        nodes: [node('Nonsense', ['x'], ['y'])],
        inputs: [valueInfo('x', 'float32', [1])],
        outputs: [valueInfo('y', 'float32', [1])],
      }),
    ),
    /cannot be opened/,
  ],
  [
    'weights that are shorter than their shape',
    withInitializer(tensor('w', 'float32', [4], [1])),
    /cannot be opened/,
  ],
];

describe('hostile models', () => {
  let models: ModelsForSpecs;
  let good: RunnableModel;
  beforeAll(async () => {
    models = await modelsForSpecs({
      memoryBytes: GIB,
      inspectMs: DEADLINE_MS,
      pool: { workers: 2, leastRunMs: 1_000 },
    });
    good = await models.model(tabularModel());
  });
  afterAll(() => models.end());

  const goesOn = async (): Promise<void> => {
    const answer = await models.runner.run(good, ROW, DEADLINE_MS, { account: 'others' });
    expect(answered(answer).predictions).toHaveLength(3);
  };

  it.each(FILES)('S33: %s is refused with the reason', async (_, bytes, reason) => {
    const facts = await models.runner.inspect(models.file(bytes));
    expect(facts).toMatchObject({ of: 'model', message: expect.stringMatching(reason) });
    const run = await models.runner.run(await models.model(bytes), ROW, DEADLINE_MS);
    expect(run).toMatchObject({ of: 'model', message: expect.stringMatching(reason) });
    await goesOn();
  });

  it('S33: what is refused names no path of this machine', async () => {
    for (const [, bytes] of FILES) {
      const facts = await models.runner.inspect(models.file(bytes));
      expect(isRunFailure(facts) && facts.message).not.toContain(models.folder);
    }
  });

  it('S33: one that never answers is ended by its deadline, while others are answered', async () => {
    const endless = await models.model(endlessModel(), { task: 'raw' });
    const began = performance.now();
    const stopped = models.runner.run(endless, NUMBERS, 3_000);
    let rounds = 0;
    const others = (async () => {
      for (; performance.now() - began < 2_500; rounds += 1) await goesOn();
    })();
    expect(await stopped).toMatchObject({ of: 'worker', code: 'model_timeout' });
    expect(performance.now() - began).toBeLessThan(10_000);
    await others;
    expect(rounds).toBeGreaterThan(3);
    await goesOn();
  });

  it('S33: one that wants more memory than there is fails, while others are answered', async () => {
    const before = process.memoryUsage.rss();
    const greedy = await models.model(greedyModel(), { task: 'raw' });
    const [failed] = await Promise.all([models.runner.run(greedy, NUMBERS, DEADLINE_MS), goesOn()]);
    expect(['model', 'worker']).toContain(isRunFailure(failed) && failed.of);
    const opened = await models.runner.inspect(models.file(greedyModel({ whenOpened: true })));
    if (isRunFailure(opened)) expect(opened.of).toBe('model');
    await goesOn();
    expect(process.memoryUsage.rss() - before).toBeLessThan(300e6);
  });

  it('S33: a worker has none of this process’s environment', async () => {
    process.env['CAIRN_SECRET_FOR_SPECS'] = 'secret';
    await goesOn();
    const environments = models.runner.pids.map((pid) => readFileSync(`/proc/${pid}/environ`, 'utf8'));
    delete process.env['CAIRN_SECRET_FOR_SPECS'];
    expect(environments.length).toBeGreaterThan(0);
    expect(environments.join('\n')).not.toContain('SECRET');
  });

  it('R10: memory of this process stays where it is over hundreds of runs and inspections', async () => {
    const path = models.file(identityModel());
    const round = async (): Promise<void> => {
      await models.runner.inspect(path);
      await Promise.all(Array.from({ length: 20 }, () => models.runner.run(good, ROW, DEADLINE_MS)));
    };
    for (let index = 0; index < 5; index += 1) await round();
    const before = process.memoryUsage().rss;
    for (let index = 0; index < 20; index += 1) await round();
    expect(process.memoryUsage().rss - before).toBeLessThan(100e6);
  });
});
