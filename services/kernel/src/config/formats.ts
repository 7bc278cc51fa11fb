import { isIP } from 'node:net';

/** What a pattern cannot say. An empty value is none and always valid. */
export const formats = {
  /** Addresses and networks with commas between: `10.0.0.0/8, ::1`. */
  networks: (text: string): boolean =>
    text.trim() === '' || text.split(',').every((each) => isNetwork(each.trim())),
  'http-address': (text: string): boolean => text === '' || isHttp(text),
  /** Where people are sent: a login in it would stand in every link. */
  'public-address': (text: string): boolean =>
    text === '' || (isHttp(text) && new URL(text).username === '' && new URL(text).password === ''),
  /** `host:port` with commas between. */
  brokers: (text: string): boolean =>
    text === '' || text.split(',').every((each) => Number(/:(\d{1,5})$/.exec(each)?.[1]) <= LAST_PORT),
};

const LAST_PORT = 65_535;

const isHttp = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

const BITS: ReadonlyMap<number, number> = new Map([
  [4, 32],
  [6, 128],
]);

const isNetwork = (text: string): boolean => {
  const [, address = '', bits = '0'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  return Number(bits) <= (BITS.get(isIP(address)) ?? -1);
};
