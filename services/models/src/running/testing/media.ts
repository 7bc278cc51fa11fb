import { createRequire } from 'node:module';
import { join } from 'node:path';
import { NATIVE_FOLDER } from '../native-parts.js';

export type PictureFormat = 'png' | 'jpeg' | 'webp' | 'tiff' | 'avif';
interface Drawing extends Record<PictureFormat, (options?: object) => Drawing> {
  withMetadata(options: { readonly orientation: number }): Drawing;
  toBuffer(): Promise<Buffer>;
}
type Draw = (
  pixels: Uint8Array,
  options: { readonly raw: { width: number; height: number; channels: number } },
) => Drawing;

type Colour = (x: number, y: number) => readonly [number, number, number];

const drawn = (width: number, height: number, colour: Colour): Drawing => {
  const pixels = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) pixels.set(colour(x, y), (y * width + x) * 3);
  const sharp = createRequire(join(NATIVE_FOLDER, 'package.json'))('sharp') as Draw;
  return sharp(pixels, { raw: { width, height, channels: 3 } });
};

/** A PNG of these pixels, RGB. */
export const pngOf = (...of: Parameters<typeof drawn>): Promise<Buffer> =>
  drawn(...of)
    .png()
    .toBuffer();

/** A picture that notes how the camera was held: EXIF orientation 1 to 8. */
export const turnedPictureOf = (
  format: PictureFormat,
  orientation: number,
  ...of: Parameters<typeof drawn>
): Promise<Buffer> => {
  const drawing = drawn(...of);
  return drawing[format]({ quality: 100 }).withMetadata({ orientation }).toBuffer();
};

/** A WAV file of 16 bits. */
export const wavOf = (rate: number, samples: readonly number[], channels = 1): Buffer => {
  const data = Buffer.alloc(samples.length * 2);
  samples.forEach((sample, index) => data.writeInt16LE(Math.round(sample * 32_767), index * 2));
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * channels * 2, 28);
  head.writeUInt16LE(channels * 2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
};
