import { isIP } from 'node:net';

/** What a pattern cannot say. An empty value is none and always valid. */
export const formats = {
  /** Addresses and networks with commas between: `10.0.0.0/8, ::1`. */
  networks: (text: string): boolean =>
    text.trim() === '' || text.split(',').every((each) => isNetwork(each.trim())),
  'http-address': (text: string): boolean =>
    text === '' || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)),
};

const BITS: ReadonlyMap<number, number> = new Map([
  [4, 32],
  [6, 128],
]);

const isNetwork = (text: string): boolean => {
  const [, address = '', bits = '0'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  return Number(bits) <= (BITS.get(isIP(address)) ?? -1);
};
