import { networkOf, networksOf } from './client-network.js';

describe('the network of a client', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['::ffff:198.51.100.20', '198.51.100.20'],
    ['64::ffff:198.51.100.20', '64:0:0:0::/64'],
    ['::ffff:198.51.100.20.1', '::ffff:198.51.100.20.1'],
    ['2001:db8::3:4:5:6:7', '2001:db8:0:3::/64'],
    ['::3:4:5:6:7', '0:0:0:3::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['870e::7b30:9823:21a9:180.211.34.141', '870e:0:0:7b30::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', ''],
    ['not an address', 'not an address'],
  ])('%s is %s (S44)', (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });
});

describe('the networks that a client is counted for', () => {
  it.each([
    ['203.0.113.9', ['203.0.113.9', '203.0.113.0/24']],
    ['::ffff:192.0.2.7', ['192.0.2.7', '192.0.2.0/24']],
    ['2001:db8:1:2f3::9', ['2001:db8:1:2f3::/64', '2001:db8:1:200::/56', '2001:db8:1::/48']],
    ['2001:db8:1:200::9', ['2001:db8:1:200::/64', '2001:db8:1:200::/56', '2001:db8:1::/48']],
    ['2001:db8:1:3ff::9', ['2001:db8:1:3ff::/64', '2001:db8:1:300::/56', '2001:db8:1::/48']],
    ['2001:db8:2::1', ['2001:db8:2:0::/64', '2001:db8:2:0::/56', '2001:db8:2::/48']],
    ['not an address', ['not an address']],
  ])('of %s grow, and their bounds with them (S44)', (ip, networks) => {
    const counted = networksOf(ip);
    expect(counted.map(({ network }) => network)).toEqual(networks);
    expect(counted.map(({ times }) => times)).toEqual(
      networks.length === 3 ? [1, 4, 16] : [1, 16].slice(0, networks.length),
    );
  });
});
