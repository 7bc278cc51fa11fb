import { type FieldError, Network } from '@cairn/kernel';

const MOST_CHARACTERS = 253;
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const HOST = new RegExp(`^(${LABEL}(?:\\.${LABEL})*)(?::([1-9][0-9]{0,4}))?$`);
const LAST_PORT = 65_535;

/** What programs take for an address of IPv4, however it is written: its last part is a number (WHATWG URL, 3.5). */
const ENDS_IN_A_NUMBER = /(?:^|\.)(?:[0-9]+|0x[0-9a-f]*)$/;

/** Addresses of IPv4 that lead to no public host (IANA, special-purpose addresses). */
const NOT_PUBLIC = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
].flatMap((written) => Network.parse(written) ?? []);

const wrongIn = (host: string): string | undefined => {
  const [, name = '', port] = HOST.exec(host) ?? [];
  const isNamed = name !== '' && name.length <= MOST_CHARACTERS;
  if (!isNamed || (port !== undefined && Number(port) > LAST_PORT))
    return 'is no DNS name in lower case, with a port or without';
  return ENDS_IN_A_NUMBER.test(name) ? wrongInAddress(name) : undefined;
};

const wrongInAddress = (address: string): string | undefined => {
  if (Network.parse(address) === undefined) return 'is no DNS name, and no address as it is written';
  return NOT_PUBLIC.some((network) => network.has(address)) ? 'is an address that is not public' : undefined;
};

/** What is wrong with the hosts to which a secret may be sent. What a name leads to is looked at when it is sent. */
export const hostErrors = (hosts: readonly string[]): readonly FieldError[] =>
  hosts.flatMap((host, index) => {
    const message = wrongIn(host);
    return message === undefined ? [] : [{ pointer: `/hosts/${index}`, code: 'host', message }];
  });
