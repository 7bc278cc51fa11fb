import type { InputConfig } from '../config/config.js';
import { UnfitConfig } from '../config/config-reader.js';
import type { RawImage, TensorData } from '../native-parts.js';
import type { TensorFacts } from '../port.js';
import { fitting, numeric, type Tensor } from '../tensors/tensor.js';
import { UnfitInput } from '../unfit-input.js';
import { type Plan, inputOf } from './plan.js';

/** A picture of more pixels is refused by its header, before it is unpacked (S26). */
const MOST_PIXELS = 64 * 1024 * 1024;
const FORMATS: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif', 'tiff', 'heif']);
const READABLE = 'JPEG, PNG, WebP, GIF, TIFF or HEIF';
const NUMBERS: ReadonlySet<string> = new Set([
  'float16',
  'float32',
  'float64',
  'uint8',
  'int8',
  'uint16',
  'int16',
  'int32',
]);

/** Where the pixels of the picture went in the tensor: `x in the tensor = x * scaleX + left`. */
export interface Placed {
  /** Of the picture as people see it, in pixels. */
  readonly width: number;
  readonly height: number;
  /** Of the tensor. */
  readonly toWidth: number;
  readonly toHeight: number;
  readonly scaleX: number;
  readonly scaleY: number;
  readonly left: number;
  readonly top: number;
}

export interface ReadImage {
  readonly feeds: Readonly<Record<string, Tensor>>;
  readonly placed: Placed;
}

/** How a picture becomes the input of a model, by its config and the input's shape. Throws `UnfitConfig`. */
export const imageReader = (plan: Plan): ((path: string) => Promise<ReadImage>) => {
  const facts = inputOf(plan, NUMBERS);
  const form = formOf(plan, facts);
  const tables = tablesOf(form, facts);
  // Loaded now: that it is absent must not look like a picture that cannot be read.
  plan.native.sharp();
  return async (path) => {
    const placed = placing(await headerOf(plan, path), form);
    const pixels = await pixelsOf(plan, path, form);
    const data = valuesOf(pixels, form, tables);
    return {
      feeds: { [facts.name]: fitting({ type: facts.type, dims: dimsOf(form), data }, facts) },
      placed,
    };
  };
};

interface Form {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3;
  readonly isPlanar: boolean;
  readonly isBgr: boolean;
  readonly fit: 'fill' | 'letterbox' | 'cover';
  readonly scale: number;
  readonly mean: readonly number[];
  readonly std: readonly number[];
}

const formOf = (plan: Plan, facts: TensorFacts): Form => {
  const { input } = plan.config;
  if (facts.shape.length !== 4)
    throw new UnfitConfig(`The input ${facts.name} has ${facts.shape.length} dimensions; a picture is four.`);
  const isPlanar = input.layout === undefined ? isPlanarShape(facts) : input.layout === 'NCHW';
  const channels = channelsOf(isPlanar ? facts.shape[1] : facts.shape[3], input);
  return {
    ...sizeOf(isPlanar ? facts.shape.slice(2) : facts.shape.slice(1, 3), input),
    ...{ channels, isPlanar, isBgr: input.color === 'BGR' && channels === 3 },
    ...usualOf(plan, facts),
    mean: forChannels(input.mean ?? [0], channels, 'mean'),
    std: forChannels(input.std ?? [1], channels, 'std'),
  };
};

const usualOf = ({ config: { input }, task }: Plan, { type }: TensorFacts): Pick<Form, 'fit' | 'scale'> => ({
  fit: input.fit ?? (task === 'object-detection' ? 'letterbox' : 'fill'),
  scale: input.scale ?? (type.startsWith('float') ? 1 / 255 : 1),
});

const sizeOf = (shape: TensorFacts['shape'], input: InputConfig): Pick<Form, 'width' | 'height'> => {
  const [width, height] = input.size ?? [shape[1], shape[0]];
  if (typeof width !== 'number' || typeof height !== 'number')
    throw new UnfitConfig('`input.size` is missing: the model takes pictures of any size.');
  return { width, height };
};

const channelsOf = (size: number | null | undefined, { color }: InputConfig): 1 | 3 => {
  const channels = size ?? (color === 'GRAY' ? 1 : 3);
  if (channels === 1 || channels === 3) return channels;
  throw new UnfitConfig(`A picture has 1 or 3 channels; the model takes ${channels}.`);
};

const isPlanarShape = ({ shape }: TensorFacts): boolean => {
  if (shape[1] === 3 || shape[1] === 1) return true;
  if (shape[3] === 3 || shape[3] === 1) return false;
  throw new UnfitConfig('`input.layout` is missing: NCHW or NHWC.');
};

const forChannels = (values: readonly number[], channels: number, name: string): readonly number[] => {
  if (values.length !== 1 && values.length !== channels)
    throw new UnfitConfig(
      `\`input.${name}\` has ${values.length} numbers; the picture has ${channels} channels.`,
    );
  return Array.from({ length: channels }, (_, index) => values[index] ?? values[0] ?? 0);
};

const dimsOf = ({ width, height, channels, isPlanar }: Form): readonly number[] =>
  isPlanar ? [1, channels, height, width] : [1, height, width, channels];

/** Upright, as people see it: cameras and phones only note how it was held. */
const open = ({ native }: Plan, path: string) =>
  native.sharp()(path, {
    ...{ limitInputPixels: MOST_PIXELS, pages: 1, failOn: 'error', sequentialRead: true },
    autoOrient: true,
  });

const headerOf = async (
  plan: Plan,
  path: string,
): Promise<{ readonly width: number; readonly height: number }> => {
  const { autoOrient, format } = await decoded(() => open(plan, path).metadata());
  const { width, height } = autoOrient;
  if (!FORMATS.has(format)) throw new UnfitInput(`A picture is ${READABLE}, not ${format}.`);
  if (width * height > MOST_PIXELS)
    throw new UnfitInput(`A picture has at most ${MOST_PIXELS} pixels; this one has ${width} × ${height}.`);
  return { width, height };
};

const GREY = { r: 114, g: 114, b: 114 };
const FITS = { fill: 'fill', letterbox: 'contain', cover: 'cover' } as const;

const pixelsOf = async (plan: Plan, path: string, form: Form): Promise<RawImage> =>
  decoded(() =>
    open(plan, path)
      .flatten({ background: { r: 255, g: 255, b: 255 } })
      .resize({
        width: form.width,
        height: form.height,
        fit: FITS[form.fit],
        background: GREY,
        position: 'centre',
      })
      .toColourspace(form.channels === 1 ? 'b-w' : 'srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );

const decoded = async <T>(read: () => Promise<T>): Promise<T> => {
  try {
    return await read();
  } catch (error) {
    const said = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : '';
    const isTooLarge = /pixel limit/.test(said);
    throw new UnfitInput(
      isTooLarge
        ? `A picture has at most ${MOST_PIXELS} pixels.`
        : `The file is no picture that can be read, or it is damaged: ${READABLE} is taken.`,
    );
  }
};

/** For each channel of the model what stands in the tensor for each of the 256 values of a pixel. */
const tablesOf = (form: Form, { name, type }: TensorFacts): readonly TensorData[] =>
  form.mean.map((less, channel) => {
    const by = form.std[channel] ?? 1;
    const exact = Array.from({ length: 256 }, (_, value) => (value * form.scale - less) / by);
    const values = type.startsWith('float') ? exact : exact.map(Math.round);
    return numeric(
      type,
      [256],
      values,
      (at, holds) =>
        new UnfitConfig(
          `The input ${name} takes ${holds}; by \`input.scale\`, \`.mean\` and \`.std\` a pixel of ${at} is ${values[at]}.`,
        ),
    ).data;
  });

/** Values in the order that the model wants; what sharp gives is rows of pixels of RGB. */
const valuesOf = (image: RawImage, form: Form, tables: readonly TensorData[]): TensorData => {
  const { width, height, channels, isPlanar } = form;
  const area = width * height;
  const Kind = (tables[0] ?? new Float32Array()).constructor as new (length: number) => Float32Array;
  const values = new Kind(area * channels);
  const [step, next] = isPlanar ? [1, area] : [channels, 1];
  tables.forEach((table, channel) =>
    putChannel(values, image, form, { channel, table, from: channel * next, step }),
  );
  return values;
};

interface Put {
  readonly channel: number;
  readonly table: TensorData;
  readonly from: number;
  readonly step: number;
}

const putChannel = (
  values: Float32Array,
  { data, info }: RawImage,
  { isBgr, width, height }: Form,
  { channel, table, from, step }: Put,
): void => {
  const numbers = table as Float32Array;
  const source = isBgr ? 2 - channel : channel;
  for (let pixel = 0; pixel < width * height; pixel += 1)
    values[from + pixel * step] = numbers[data[pixel * info.channels + source] ?? 0] ?? 0;
};

const placing = (picture: { readonly width: number; readonly height: number }, form: Form): Placed => {
  const { width, height } = picture;
  const across = form.width / width;
  const down = form.height / height;
  const both = form.fit === 'letterbox' ? Math.min(across, down) : Math.max(across, down);
  const [scaleX, scaleY] = form.fit === 'fill' ? [across, down] : [both, both];
  return {
    ...{ width, height, toWidth: form.width, toHeight: form.height, scaleX, scaleY },
    left: (form.width - width * scaleX) / 2,
    top: (form.height - height * scaleY) / 2,
  };
};
