import { mkdtempSync, openSync, closeSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  bytesField,
  graph,
  intField,
  node,
  onnxFile,
  tensor,
  valueInfo,
  varint,
} from '../testing/onnx-writer.js';
import { identityModel, tabularModel } from '../testing/models.js';
import { checkFile } from './check-file.js';

describe('the check of an ONNX file', () => {
  let folder: string;
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'cairn-onnx-'))));
  afterAll(() => rmSync(folder, { recursive: true }));
  const written = (bytes: Uint8Array): string => {
    const path = join(folder, 'model.onnx');
    writeFileSync(path, bytes);
    return path;
  };
  const withNodes = (...nodes: readonly Uint8Array[]): Buffer =>
    onnxFile(
      graph({ nodes, inputs: [valueInfo('x', 'float32', [1])], outputs: [valueInfo('y', 'float32', [1])] }),
    );

  it('tells what the file says of itself', () => {
    const facts = checkFile(written(tabularModel('N', { opset: 17, metadata: { task: 'guess' } })));
    expect(facts).toMatchObject({
      opset: 17,
      producer: 'cairn-specs',
      quantized: false,
      metadata: { task: 'guess' },
    });
    expect([...facts.graph.madeBy].map(([value, { operation }]) => [value, operation])).toEqual([
      ['z', 'Gemm'],
      ['probabilities', 'Softmax'],
    ]);
  });

  it('sees what is quantized, by its operations or its weights', () => {
    expect(checkFile(written(withNodes(node('QuantizeLinear', ['x'], ['y'])))).quantized).toBe(true);
    expect(checkFile(written(withNodes(node('DynamicQuantizeLinear', ['x'], ['y'])))).quantizesAsItRuns).toBe(
      true,
    );
    const weights = graph({
      nodes: [],
      initializers: [tensor('w', 'int8', [1, 2], [1, 2])],
      inputs: [],
      outputs: [],
    });
    expect(checkFile(written(onnxFile(weights))).quantized).toBe(true);
  });

  it('S33: refuses each beginning of a file with a reason, and never with anything else', () => {
    const whole = tabularModel();
    for (let length = 0; length < whole.length; length += 1) {
      try {
        checkFile(written(whole.subarray(0, length)));
      } catch (error) {
        expect((error as Error).name).toBe('UnfitFile');
      }
    }
  });

  it('S33: refuses or takes files with any byte changed, and never fails otherwise', () => {
    const whole = identityModel();
    for (let at = 0; at < whole.length; at += 1)
      for (const value of [0, 0x0a, 0x7f, 0x80, 0xff]) {
        const bytes = Buffer.from(whole);
        bytes[at] = value;
        try {
          checkFile(written(bytes));
        } catch (error) {
          expect((error as Error).name).toBe('UnfitFile');
        }
      }
  });

  it('S33: refuses what names other files, wherever it stands', () => {
    const outside = Buffer.concat([
      bytesField(8, 'w'),
      bytesField(13, bytesField(1, 'location'), bytesField(2, '/etc/passwd')),
    ]);
    const inGraph = graph({ nodes: [], initializers: [outside], inputs: [], outputs: [] });
    const files = [
      onnxFile(inGraph),
      withNodes(node('If', ['x'], ['y'], { attributes: { then_branch: inGraph } })),
      Buffer.concat([
        withNodes(),
        bytesField(25, bytesField(7, node('If', ['x'], ['y'], { attributes: { then_branch: inGraph } }))),
      ]),
      Buffer.concat([withNodes(), bytesField(20, bytesField(1, inGraph))]),
      withNodes(bytesField(5, bytesField(1, 'value'), bytesField(5, outside))),
      withNodes(bytesField(5, bytesField(1, 'value'), bytesField(22, bytesField(1, outside)))),
    ];
    for (const file of files) expect(() => checkFile(written(file))).toThrow(/external data/);
    expect(() =>
      checkFile(written(withNodes(node('EPContext', ['x'], ['y'], { domain: 'com.microsoft' })))),
    ).toThrow(/EPContext/);
  });

  it('S33: takes the same memory for a file of any size', () => {
    const path = join(folder, 'large.onnx');
    const bytes = 2 ** 31 - 1_024;
    const head = Buffer.concat([bytesField(8, 'w'), intField(2, 1), varint((9 << 3) | 2), varint(bytes)]);
    const initializer = Buffer.concat([varint((5 << 3) | 2), varint(head.length + bytes), head]);
    const start = Buffer.concat([
      ...[intField(1, 8), bytesField(8, bytesField(1, ''), intField(2, 13))],
      ...[varint((7 << 3) | 2), varint(initializer.length + bytes), initializer],
    ]);
    const file = openSync(path, 'w');
    writeSync(file, start);
    closeSync(file);
    truncateSync(path, start.length + bytes);
    const before = process.memoryUsage().rss;
    const began = performance.now();
    expect(checkFile(path)).toMatchObject({ opset: 13 });
    expect(performance.now() - began).toBeLessThan(1_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(20e6);
    truncateSync(path, start.length + bytes - 1);
    expect(() => checkFile(path)).toThrow(/bytes long/);
  });
});
