import { Network } from './network.js';

describe('a network that is written', () => {
  it.each([
    ['192.0.2.77', '192.0.2.77/32', ['192.0.2.77', '::ffff:192.0.2.77'], ['192.0.2.78', '::1']],
    ['192.0.2.77/24', '192.0.2.0/24', ['192.0.2.0', '192.0.2.255'], ['192.0.3.0']],
    ['192.0.2.77/30', '192.0.2.76/30', ['192.0.2.79'], ['192.0.2.80']],
    ['0.0.0.0/0', '0.0.0.0/0', ['203.0.113.9'], ['2001:db8::1', '']],
    ['2001:DB8::1/48', '2001:db8:0:0:0:0:0:0/48', ['2001:db8::ffff', '2001:db8:0:1::%eth0'], ['2001:db9::']],
    ['2001:db8:0:ff00::/56', '2001:db8:0:ff00:0:0:0:0/56', ['2001:db8:0:ff7f::1'], ['2001:db8:0:fe00::']],
    ['2001:db8::1', '2001:db8:0:0:0:0:0:1/128', ['2001:db8::1%eth0'], ['2001:db8::2']],
    ['192.0.2.1/32', '192.0.2.1/32', ['192.0.2.1'], ['192.0.2.2']],
    ['::/0', '0:0:0:0:0:0:0:0/0', ['2001:db8::1'], ['192.0.2.1']],
  ])('%s is %s', (written, text, within, without) => {
    const network = Network.parse(written)!;
    expect(network.text).toBe(text);
    for (const address of within) expect([address, network.has(address)]).toEqual([address, true]);
    for (const address of without) expect([address, network.has(address)]).toEqual([address, false]);
  });

  it.each([
    '',
    'x',
    '192.0.2.0/33',
    '192.0.2/24',
    '192.0.2.0/',
    '192.0.2.0/24/8',
    '::/129',
    'fe80::1%eth0',
    '::/-1',
  ])('%j is none', (written) => {
    expect(Network.parse(written)).toBeUndefined();
  });
});
