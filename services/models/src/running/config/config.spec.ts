import { inferred } from './inferred.js';
import { readConfig } from './config.js';
import { unfitConfig } from './unfit-config.js';

describe('a config', () => {
  it('that says nothing has its usual values', () => {
    expect(readConfig('')).toEqual(readConfig('{}'));
    expect(readConfig('')).toEqual({
      input: {},
      output: { nms: { iou: 0.45, score: 0.25 }, blank: 0, pooling: 'mean', normalize: false },
      top: 5,
    });
  });

  it('may hold what nobody reads', () => {
    expect(unfitConfig('{"notes": {"a": [1]}, "input": {"unit": "cm"}}')).toBeUndefined();
  });

  it.each([
    ['{"task": "guess"}', '`task` is one of text-classification'],
    ['[]', 'The config is no object.'],
    ['{"input": 5}', '`input` is an object.'],
    ['{', 'The config is no JSON.'],
    ['{"input": {"size": [9]}}', '`input.size` is width and height'],
    ['{"input": {"size": [100000, 2]}}', '`input.size` is width and height'],
    ['{"input": {"std": [0]}}', '`input.std` has numbers above 0.'],
    ['{"input": {"mean": ["a"]}}', '`input.mean` is a list of numbers.'],
    ['{"tokenizer": {}}', '`tokenizer.type` is missing'],
    ['{"tokenizer": {"type": "wordpiece"}}', '`tokenizer.vocab` is missing'],
    ['{"tokenizer": {"type": "whitespace", "vocab": {"a": 7}}}', '`tokenizer.vocab` is a list of tokens'],
    ['{"output": {"nms": {"iou": 2}}}', '`output.nms.iou` is a number from 0 to 1.'],
    ['{"labels": [1]}', '`labels` is a list of texts.'],
    ['{"top": 0}', '`top` is a whole number from 1 to 1000.'],
    ['{"batch": 1}', '`batch` is true or false.'],
  ])('%s is refused with the reason', (text, message) => {
    expect(unfitConfig(text)).toEqual({
      code: 'model_config_invalid',
      message: expect.stringContaining(message),
    });
  });

  it.each([
    ['a list', ['a', 'b']],
    ['lines', 'a\nb\n'],
    ['ids', { b: 1, a: 0 }],
  ])('takes a vocabulary as %s', (_, vocab) => {
    expect(readConfig(JSON.stringify({ tokenizer: { type: 'whitespace', vocab } })).tokenizer?.vocab).toEqual(
      ['a', 'b'],
    );
  });
});

describe('what a file says of itself', () => {
  const known = (metadata: Record<string, string>, ...shapes: readonly (readonly (number | null)[])[]) => ({
    file: { metadata },
    inputs: shapes.map((shape, index) => ({ name: `x${index}`, type: 'float32', shape })),
  });

  it('completes a config, and is overruled by it', () => {
    const yolo = known({ task: 'detect', names: "{0: 'person', 1: \"driver's seat\"}" }, [1, 3, 640, 640]);
    expect(inferred(readConfig(''), yolo)).toMatchObject({
      config: { task: 'object-detection', output: { decoder: 'yolov8' } },
      labels: ['person', "driver's seat"],
    });
    expect(inferred(readConfig('{"task": "raw", "labels": ["a"]}'), yolo)).toMatchObject({
      config: { task: 'raw' },
      labels: ['a'],
    });
    expect(inferred(readConfig(''), known({ names: '{"0": "up", "1": "down"}' }, [null, 2]))).toMatchObject({
      config: { task: 'tabular' },
      labels: ['up', 'down'],
    });
  });

  it('is no guess', () => {
    for (const shapes of [
      [],
      [[1, 3, 8, 8]],
      [
        [null, 2],
        [null, 2],
      ],
      [[null, 16_000, 1]],
    ])
      expect(() => inferred(readConfig(''), known({}, ...shapes))).toThrow(/says no `task`/);
    expect(inferred(readConfig(''), known({ names: "{1: 'a'}" }, [null, 2])).labels).toEqual([]);
  });
});
