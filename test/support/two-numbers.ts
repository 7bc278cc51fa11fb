import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Whether what runs models is there: `npm run models:install`. */
export const runsModels = existsSync(
  join(__dirname, '../../services/models/native/node_modules/onnxruntime-node/package.json'),
);

/** Of a model: what it is said to be for, its sixth field. */
const saying = (text: string): Buffer => {
  const said = Buffer.from(text);
  return said.length === 0 ? said : Buffer.concat([Buffer.from([(6 << 3) | 2, said.length]), said]);
};

/**
 * An ONNX model: `softmax(x W + b)` of two numbers, three classes; the first is the more likely the larger the first number
 * is. Files that say something else, in up to 127 bytes, are different files.
 */
export const twoNumbersModel = (says = ''): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    Buffer.concat([
      Buffer.from(
        [
          'CAgSC2NhaXJuLXNwZWNzOr0BChQKAXgKAXcKAWISAXoiBEdlbW06AAoqCgF6Eg1wcm9iYWJpbGl0aWVzIgdTb2Z0bWF4KgsKBGF4',
          'aXMYAaABAjoAEgVncmFwaCojCAIIAxABQgF3ShgAAIA/AACAvwAAAAAAAIC/AACAPwAAAAAqFQgDEAFCAWJKDAAAAAAAAAAAAAAA',
          'P1oUCgF4Eg8KDQgBEgkKAxIBTgoCCAJiIAoNcHJvYmFiaWxpdGllcxIPCg0IARIJCgMSAU4KAggDQgQKABANQg4KCmFpLm9ubngu',
          'bWwQAQ==',
        ].join(''),
        'base64',
      ),
      saying(says),
    ]),
  );

/** One that runs 2^62 times round a loop. */
export const endlessModel = (): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    Buffer.from(
      [
        'CAgSC2NhaXJuLXNwZWNzOoICCr8BCgV0cmlwcwoACgF4EgF5IgRMb29wKqUBCgRib2R5MpkBChYKAmdvEgRnb2VzIghJZGVudGl0eToA',
        'ChUKAXYKA29uZRIEbmV4dCIDQWRkOgASBWdyYXBoKg8IARABQgNvbmVKBAAAgD9aCwoBaRIGCgQIBxIAWgwKAmdvEgYKBAgJEgBaEAoB',
        'dhILCgkIARIFCgMSAUtiDgoEZ29lcxIGCgQICRIAYhMKBG5leHQSCwoJCAESBQoDEgFLoAEFOgASBWdyYXBoKhMQB0IFdHJpcHNKCAAA',
        'AAAAAABAWhAKAXgSCwoJCAESBQoDEgFLYhAKAXkSCwoJCAESBQoDEgFLQgQKABANQg4KCmFpLm9ubngubWwQAQ==',
      ].join(''),
      'base64',
    ),
  );
