import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';

/** Where the replicas of each service are: `identity=http://10.0.0.7:8080 http://10.0.0.8:8080;datasets=http://datasets:8080`. */
export type ServiceAddresses = ReadonlyMap<string, readonly URL[]>;

/** Reads the list. Throws with what is wrong. */
export const parseServiceAddresses = (text: string): ServiceAddresses => {
  const all = text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(addressesOfOne);
  const names = all.map(([name]) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`${twice} is named twice: its addresses stand behind one name`);
  return new Map(all);
};

const addressesOfOne = (part: string): [string, readonly URL[]] => {
  const [name = '', list = ''] = part.split(/=(.*)/s);
  const urls = list.split(/[\s,]+/).filter((url) => url !== '');
  if (!/^[a-z]+$/.test(name) || urls.length === 0)
    throw new Error(`"${part}" must read <service>=<address> <address> …`);
  return [name, urls.map(urlOf)];
};

const urlOf = (text: string): URL => {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new Error(`"${text}" is not an address such as http://datasets:8080`);
  return new URL(text);
};

/** The origins behind an address now: a name is asked of the DNS and may stand for many replicas. */
export const originsOf = async (address: URL): Promise<readonly string[]> => {
  const host = address.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 || host === 'localhost' || address.protocol === 'https:') return [address.origin];
  const found = await lookup(host, { all: true });
  return found.map(({ address: ip, family }) => {
    const port = address.port === '' ? '80' : address.port;
    return `http://${family === 6 ? `[${ip}]` : ip}:${port}`;
  });
};
