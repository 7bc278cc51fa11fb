import { wavOf } from '../testing/media.js';
import { soundIn } from './sound.js';

const wav = wavOf(8_000, [0.5, -0.5, 0.25, 0.75], 2);
const DATA_LENGTH = 40;
const saying = (bytes: number): Buffer => {
  const other = Buffer.from(wav);
  other.writeUInt32LE(bytes, DATA_LENGTH);
  return other;
};

describe('a WAV file', () => {
  it('is read whole', () => {
    const { rate, samples } = soundIn(wav);
    expect([rate, Array.from(samples, (sample) => Number(sample.toFixed(3)))]).toEqual([8_000, [0, 0.5]]);
  });

  it.each([
    ['cut short', wav.subarray(0, wav.length - 4), /is cut: of 8 bytes of sound 4 are there/],
    ['cut behind its head', wav.subarray(0, 44), /is cut/],
    ['of a length that nobody knew', saying(0xffffffff), /is cut/],
    ['of length 0', saying(0), /holds no sound/],
    ['of a sample and a half', saying(6), /no whole samples of 4 bytes/],
    ['without data', wav.subarray(0, 36), /holds no sound/],
  ])('that is %s is refused', (_, bytes, message) => {
    expect(() => soundIn(bytes)).toThrow(message);
  });

  it('of samples that are wider than it says is refused', () => {
    const other = Buffer.from(wav);
    other.writeUInt16LE(8, 32);
    expect(() => soundIn(other)).toThrow(/is PCM/);
  });
});
