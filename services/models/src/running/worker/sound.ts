import { readFileSync, statSync } from 'node:fs';
import { UnfitConfig } from '../config/config-reader.js';
import { fitting, numeric, sizeOf, type Tensor } from '../tensors/tensor.js';
import { UnfitInput } from '../unfit-input.js';
import { type Plan, inputOf } from './plan.js';

const LARGEST_BYTES = 256 * 1024 * 1024;
const NUMBERS: ReadonlySet<string> = new Set(['float16', 'float32', 'float64', 'int16']);
const [PCM, FLOAT, EXTENSIBLE] = [1, 3, 0xfffe];

type Samples = Float32Array | Float64Array;

/** One channel, each sample from -1 to 1. */
export interface Sound {
  readonly rate: number;
  readonly samples: Samples;
}

/** How a WAV file becomes the input of a model: one channel, as long as the model takes, the rest silence. Throws `UnfitConfig`. */
export const soundReader = (plan: Plan): ((path: string) => Readonly<Record<string, Tensor>>) => {
  const facts = inputOf(plan, NUMBERS);
  const others = plan.model.inputs.filter(({ name }) => name !== facts.name);
  if (others.length > 0)
    throw new UnfitConfig(
      `What goes into ${others.map(({ name }) => name).join(', ')} is not known; \`task: raw\` takes all inputs.`,
    );
  const { sample_rate: wanted } = plan.config.input;
  const Kind = facts.type === 'float32' ? Float32Array : Float64Array;
  return (path) => {
    const { rate, samples } = soundIn(read(path), Kind);
    if (wanted !== undefined && rate !== wanted)
      throw new UnfitInput(`The model takes sound of ${wanted} Hz; this one has ${rate} Hz.`);
    const length = facts.shape.at(-1) ?? samples.length;
    if (samples.length > length)
      throw new UnfitInput(`The model takes ${length} samples; the sound has ${samples.length}.`);
    const padded = new Kind(length);
    padded.set(samples);
    const dims = facts.shape.map((size, index) => (index === facts.shape.length - 1 ? length : (size ?? 1)));
    if (sizeOf(dims) !== length)
      throw new UnfitConfig(`The input ${facts.name} takes more than one channel.`);
    const values = facts.type === 'int16' ? padded.map(nearest) : padded;
    return { [facts.name]: fitting(numeric(facts.type, dims, values), facts) };
  };
};

/** The sample of 16 bits that is nearest. What is no number stays none, and is refused. */
const nearest = (value: number): number =>
  Number.isNaN(value) ? value : Math.max(-32_768, Math.min(32_767, Math.round(value * 32_768)));

const read = (path: string): Buffer => {
  if (statSync(path).size > LARGEST_BYTES)
    throw new UnfitInput(`A sound has at most ${LARGEST_BYTES} bytes.`);
  return readFileSync(path);
};

interface Format {
  readonly kind: number;
  readonly channels: number;
  readonly rate: number;
  readonly bits: number;
  /** Of one sample of all channels. */
  readonly frameBytes: number;
}

/** Reads RIFF WAVE (Microsoft, 1991): PCM of 8 to 32 bits, floats of 32 and 64. Throws `UnfitInput`. */
export const soundIn = (file: Buffer, Kind: new (length: number) => Samples = Float64Array): Sound => {
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WAVE')
    throw new UnfitInput('The file is no WAV sound.');
  let format: Format | undefined;
  for (let at = 12; at + 8 <= file.length;) {
    const name = file.toString('latin1', at, at + 4);
    const length = file.readUInt32LE(at + 4);
    const content = file.subarray(at + 8, at + 8 + length);
    if (name === 'fmt ') format = formatIn(content);
    if (name === 'data' && format !== undefined)
      return { rate: format.rate, samples: mixed(wholeOf(content, length), format, Kind) };
    at += 8 + length + (length % 2);
  }
  throw new UnfitInput('The WAV file holds no sound.');
};

const wholeOf = (content: Buffer, length: number): Buffer => {
  if (content.length === length) return content;
  throw new UnfitInput(`The WAV file is cut: of ${length} bytes of sound ${content.length} are there.`);
};

const formatIn = (chunk: Buffer): Format => {
  if (chunk.length < 16) throw new UnfitInput('The WAV file says too little about its sound.');
  const kind = chunk.readUInt16LE(0);
  const isExtended = kind === EXTENSIBLE && chunk.length >= 26;
  return {
    kind: isExtended ? chunk.readUInt16LE(24) : kind,
    channels: chunk.readUInt16LE(2),
    rate: chunk.readUInt32LE(4),
    bits: chunk.readUInt16LE(14),
    frameBytes: chunk.readUInt16LE(12),
  };
};

const SAMPLES: Readonly<Record<string, (bytes: Buffer, at: number) => number>> = {
  [`${PCM} 8`]: (bytes, at) => (bytes.readUInt8(at) - 128) / 128,
  [`${PCM} 16`]: (bytes, at) => bytes.readInt16LE(at) / 32_768,
  [`${PCM} 24`]: (bytes, at) => bytes.readIntLE(at, 3) / 8_388_608,
  [`${PCM} 32`]: (bytes, at) => bytes.readInt32LE(at) / 2_147_483_648,
  [`${FLOAT} 32`]: (bytes, at) => bytes.readFloatLE(at),
  [`${FLOAT} 64`]: (bytes, at) => bytes.readDoubleLE(at),
};

/** How one sample of one channel is read. Throws `UnfitInput` for what is of another kind, empty or cut. */
const sampleIn = (bytes: Buffer, { kind, bits, channels, frameBytes }: Format) => {
  const sample = SAMPLES[`${kind} ${bits}`];
  if (sample === undefined || channels === 0 || frameBytes !== (bits / 8) * channels)
    throw new UnfitInput('A WAV sound is PCM of 8, 16, 24 or 32 bits, or floats of 32 or 64.');
  if (bytes.length === 0) throw new UnfitInput('The WAV file holds no sound.');
  if (bytes.length % frameBytes !== 0)
    throw new UnfitInput(
      `The WAV file is cut: ${bytes.length} bytes are no whole samples of ${frameBytes} bytes.`,
    );
  return sample;
};

/** The mean of the channels. */
const mixed = (bytes: Buffer, format: Format, Kind: new (length: number) => Samples): Samples => {
  const sample = sampleIn(bytes, format);
  const { channels, frameBytes } = format;
  const samples = new Kind(bytes.length / frameBytes);
  for (let index = 0; index < samples.length; index += 1) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1)
      sum += sample(bytes, index * frameBytes + (channel * frameBytes) / channels);
    samples[index] = sum / channels;
    if (Number.isFinite(sum) && !Number.isFinite(samples[index]))
      throw new UnfitInput(
        `Sample ${index} of the sound is ${sum / channels}; the model takes floats of 32 bits.`,
      );
  }
  return samples;
};
