import { originsOf, parseServiceAddresses } from './discovery.js';

describe('where services are', () => {
  it('is read from a list of names and addresses', () => {
    const addresses = parseServiceAddresses(
      'identity=http://identity:8080; datasets=http://10.0.0.7:8080 http://[fd00::1]:8080;',
    );
    const told = [...addresses].map(([name, urls]) => [name, urls.map(({ origin }) => origin)]);
    expect(told).toEqual([
      ['identity', ['http://identity:8080']],
      ['datasets', ['http://10.0.0.7:8080', 'http://[fd00::1]:8080']],
    ]);
    expect(parseServiceAddresses('').size).toBe(0);
  });

  it.each([
    ['identity', '"identity" must read <service>=<address>'],
    ['identity=', '"identity=" must read <service>=<address>'],
    ['identity=identity:8080', '"identity:8080" is not an address'],
    ['identity=http://a:1;identity=http://b:1', 'identity is named twice'],
  ])('refuses %s', (text, reason) => {
    expect(() => parseServiceAddresses(text)).toThrow(reason);
  });

  it('is an address itself, or each that its name stands for', async () => {
    expect(await originsOf(new URL('http://10.0.0.7:8080'))).toEqual(['http://10.0.0.7:8080']);
    expect(await originsOf(new URL('http://localhost:8080'))).toEqual(['http://localhost:8080']);
  });
});
